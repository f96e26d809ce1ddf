package comparison.harness.report;

import comparison.harness.Fault;
import comparison.harness.metric.Metric;
import comparison.harness.plan.Plan;
import comparison.harness.probe.DatabaseCounters;
import comparison.harness.probe.Heap;
import comparison.harness.probe.HotSpot;
import comparison.harness.probe.Machine;
import comparison.harness.probe.Reading;
import comparison.harness.probe.Series;
import comparison.harness.record.Invocation;
import comparison.harness.record.Json;
import comparison.harness.record.Load;
import comparison.harness.record.RunFolder;
import comparison.harness.record.RunFolder.InvocationFolder;
import comparison.harness.record.RunFolder.LoadFolder;
import comparison.harness.record.Startup;
import comparison.harness.record.Steady;
import comparison.harness.record.Work;
import comparison.harness.workload.Loops;
import comparison.harness.workload.Phase;
import comparison.harness.workload.Simulation;
import comparison.harness.workload.Workload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Computes the figures of one start in one phase. Each figure depends only on the raw files that it needs. */
final class Figures {

    private static final int PER_REQUESTS = 1000;

    private final RunFolder run;
    private final Plan plan;
    private final Plan.Slot slot;
    private final Phase phase;
    private final InvocationFolder invocation;
    private final LoadFolder load;
    private final List<LoadFolder> windows;
    private final Map<String, Double> values = new LinkedHashMap<>();
    private final List<String> failures = new ArrayList<>();
    private final List<String> missing = new ArrayList<>();
    private final List<Warning> warnings = new ArrayList<>();
    private boolean brokenOff;
    private boolean clockSet;
    private @Nullable Integer session;
    private @Nullable Samples samples;
    private @Nullable Load facts;
    private @Nullable Simulated simulated;
    private List<Load> parts = List.of();
    private List<List<Reading>> server = List.of();
    private List<List<Heap>> heap = List.of();

    private Figures(RunFolder run, Plan plan, Plan.Slot slot, Phase phase) {
        this.run = run;
        this.plan = plan;
        this.slot = slot;
        this.phase = phase;
        this.invocation = run.invocation(slot);
        this.load = invocation.load(phase);
        this.windows = load.windows();
    }

    static Figures of(RunFolder run, Plan plan, Plan.Slot slot, Phase phase) {
        Figures figures = new Figures(run, plan, slot, phase);
        figures.outcome();
        figures.startup();
        figures.atRest();
        figures.facts();
        figures.samples();
        figures.resources();
        figures.steady();
        return figures;
    }

    int invocation() {
        return slot.invocation();
    }

    /** The session that measured the start; empty if that is unknown. */
    Optional<Integer> session() {
        return Optional.ofNullable(session);
    }

    Map<String, Double> values() {
        return values;
    }

    List<String> failures() {
        return failures;
    }

    List<Warning> warnings() {
        return warnings;
    }

    /** Lists the missing raw files; empty for a start that was aborted, because its failure explains them. */
    List<String> missing() {
        return brokenOff ? List.of() : missing;
    }

    Optional<Samples> requests() {
        return Optional.ofNullable(samples);
    }

    /** The samples, unless the clock was set during the load: then their times cannot be trusted. */
    Optional<Samples> timed() {
        return requests().filter(_ -> !clockSet);
    }

    /** Reads the samples again, for the course of the load; empty if their times cannot be trusted. */
    Optional<Timeline> timeline() {
        return timed().map(_ -> {
            Timeline timeline = new Timeline();
            try {
                for (Path window : samplesOfWindows()) {
                    timeline.pause();
                    Samples.read(List.of(window), timeline::add);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return timeline;
        });
    }

    /** Memory and processor time of the server in each window of the load. */
    List<List<Reading>> server() {
        return server;
    }

    /** The Java heap of the server in each window of the load. */
    List<List<Heap>> heap() {
        return heap;
    }

    /** The additional results of a simulation. */
    Optional<Simulated> simulated() {
        return Optional.ofNullable(simulated);
    }

    private void outcome() {
        json(invocation.outcome(), Invocation.class)
                .ifPresentOrElse(
                        found -> {
                            brokenOff = !found.complete();
                            session = found.session();
                            Optional.ofNullable(found.failure()).ifPresent(this::fails);
                        },
                        () -> lacks(invocation.outcome(), "whether the invocation was completed"));
    }

    private void startup() {
        json(invocation.startup(), Startup.class)
                .ifPresentOrElse(
                        startup -> {
                            put(Metric.STARTUP, startup.seconds());
                            put(Metric.STARTUP_OWN, startup.ownSeconds());
                            put(Metric.STARTUP_ENGINE, startup.engineSeconds());
                        },
                        () -> lacks(invocation.startup(), "start-up"));
    }

    /** Records a figure, unless it is unknown. */
    private void put(Metric metric, @Nullable Double value) {
        if (value != null) {
            values.put(metric.key(), value);
        }
    }

    private void atRest() {
        Reading.atRest(readings(invocation.atRest(), "memory at rest")).forEach(this::put);
    }

    private void facts() {
        parts = undamaged(() -> Optional.of(Load.windows(load))).orElse(List.of());
        Load found = Load.join(parts).orElse(null);
        facts = found;
        if (found == null) {
            lacks(load.facts(), "processor time under load, rows left in the table");
            return;
        }
        if (found.rowsLeft() != 0) {
            fails("%s rows left in the table".formatted(found.rowsLeft()));
        }
        Optional.ofNullable(found.sent().behind())
                .ifPresent(why -> fails(why + ": invalid, not slow; ask for a lower --rate, or use --load hyperfoil"));
        put(Metric.CLIENT_CPU, found.client().cpuMicrosPerRequest());
        put(Metric.CLIENT_SHARE, found.client().shareOfCeiling());
        put(Metric.STEAL, found.pressure().stealShareDuring());
        DatabaseCounters.metrics(found.database(), found.sent().samples()).forEach(this::put);
        DatabaseCounters.sequentialScans(found.database()).forEach((table, scans) -> scanned(table, scans));
        Load.drift(parts).ifPresent(drift -> put(Metric.DRIFT, drift));
        warnings.addAll(Warning.of(name(), found));
        HotSpot.metrics(found).forEach(this::put);
        if (phase == Phase.WARM) {
            HotSpot.compiling(found).ifPresent(share -> warnings.add(Doubt.JIT_AT_WORK.about(name(), share * 100)));
        }
    }

    /** Blocks are counted immediately and scans late, so a server in turn may get those of another. */
    private void scanned(String table, long scans) {
        double blocks = values.getOrDefault(Metric.BLOCKS.key(), 0.0);
        if (blocks > DatabaseCounters.MOST_BLOCKS) {
            fails(String.format(
                    Locale.ROOT,
                    "PostgreSQL scanned the table %s sequentially %d times instead of using an index (%.1f blocks per request), so the figures show its planner's choice and not the server; find the statement in load.json, and the index that it could use",
                    table,
                    scans,
                    blocks));
        } else {
            warnings.add(Doubt.SCANS_OF_OTHERS.about(name(), scans, table, blocks));
        }
    }

    private void steady() {
        if (phase == Phase.WARM) {
            json(invocation.steady(), Steady.class)
                    .ifPresentOrElse(
                            this::steady,
                            () -> lacks(invocation.steady(), "whether it was steady when it was measured"));
        }
    }

    private void steady(Steady steady) {
        put(Metric.STEADY, steady.secondsToSteady());
        long wrong = steady.windows().stream().mapToLong(Steady.Window::errors).sum();
        if (wrong > 0) {
            fails("%d requests failed during the warm-up".formatted(wrong));
        }
        if (!steady.reached()) {
            warnings.add(Doubt.NOT_STEADY.about(name(), steady.criterion()));
        }
    }

    private void samples() {
        if (!samplesOfWindows().stream().allMatch(Files::isRegularFile)) {
            lacks(load.samples(), "throughput, latency, errors, CPU time per request");
            return;
        }
        try {
            Samples found = Samples.read(samplesOfWindows());
            samples = found;
            verify(found);
            sameWork(found);
            if (!clockSet) {
                operation(found.total());
                if (plan.workload(slot) instanceof Simulation simulation) {
                    simulation(simulation);
                } else {
                    found.operations().forEach(this::operation);
                }
            }
        } catch (IOException | IllegalArgumentException e) {
            damaged(load.samples(), e);
        }
    }

    private List<Path> samplesOfWindows() {
        return windows.stream().map(LoadFolder::samples).toList();
    }

    private void simulation(Simulation simulation) throws IOException {
        SimulatedLoad sent = SimulatedLoad.read(simulation, load.samples());
        sent.metrics().forEach(this::put);
        sent.behind().ifPresent(this::fails);
        simulated = sent.result(
                slot,
                simulation.demands().stream()
                        .flatMap(demand -> Optional.ofNullable(
                                        values.get(demand.metric().key()))
                                .stream()
                                .map(value -> Simulated.Judged.of(demand, value)))
                        .toList());
    }

    private void damaged(Path file, Exception why) {
        fails(
                "%s is damaged (%s) and its figures are left out; to measure this start again, delete the folder %s and run './bench run --resume %s'"
                        .formatted(
                                run.path().relativize(file),
                                why.getMessage(),
                                run.path().relativize(invocation.path()),
                                run.path().getFileName()));
    }

    private void verify(Samples found) {
        Workload workload = plan.workload(slot).in(phase);
        if (Math.abs(found.count() - workload.requests()) > workload.tolerance()) {
            fails("%s samples instead of %s".formatted(found.count(), workload.requests()));
        }
        // Failed requests are a result of a simulation, not a fault of the measurement.
        if (found.errors() > 0 && !(workload instanceof Simulation)) {
            fails("%s of %s requests failed, the first one: %s"
                    .formatted(found.errors(), found.count(), found.firstFailure()));
        }
        found.clockSet(facts == null ? Double.MAX_VALUE : facts.seconds()).ifPresent(how -> {
            clockSet = true;
            fails(
                    "the clock was set during the load (%s), so there is no throughput and no latency; stop the time service while measuring"
                            .formatted(how));
        });
    }

    /** Checks under load, too, that the requests cost the statements that the gate counted for their kinds. */
    private void sameWork(Samples found) {
        Load known = facts;
        Path counted = run.discardedStart(slot.variant()).work();
        if (known != null && !(plan.workload(slot) instanceof Simulation) && found.errors() == 0 && !clockSet) {
            Optional<Work> gate = json(counted, Work.class);
            if (gate.isEmpty()) {
                lacks(counted, "the SQL that was counted before measuring");
            }
            gate.map(work -> work.differences(found.counts(), known.statements()))
                    .filter(differences -> !differences.isEmpty())
                    .ifPresent(differences ->
                            fails("the database did not do the work of these requests: " + differences.getFirst()));
        }
    }

    private void operation(Samples.Operation of) {
        if (of.times().getTotalCount() == 0) {
            return;
        }
        String name = of.name().toLowerCase(Locale.ROOT);
        Percentiles times = of.percentiles();
        put(Metric.throughput(name), of.perSecond());
        put(Metric.latency(name, Metric.Percentile.P50), times.p50());
        put(Metric.latency(name, Metric.Percentile.P90), times.p90());
        put(Metric.latency(name, Metric.Percentile.P99), times.p99());
        put(Metric.latency(name, Metric.Percentile.P999), times.p999());
        put(Metric.latency(name, Metric.Percentile.MAX), times.max());
        if (name.equals("total")) {
            put(Metric.IN_FLIGHT, of.inFlight());
            if (plan.workload(slot) instanceof Loops loops && of.exceeds(loops.threads())) {
                fails(String.format(
                        Locale.ROOT,
                        "%.2f requests in flight by Little's law, from %d client threads: times or counts are wrong",
                        of.inFlight(),
                        loops.threads()));
            }
        }
    }

    private void resources() {
        server = windows.stream()
                .map(window -> readings(window.resources("server"), "memory under load"))
                .toList();
        List<Reading> underLoad = server.stream().flatMap(List::stream).toList();
        if (!underLoad.isEmpty()) {
            Reading.underLoad(Stream.concat(before(), underLoad.stream()).toList())
                    .forEach(this::put);
        }
        Reading.between(server).forEach(this::put);
        heap = windows.stream()
                .flatMap(window -> series(Heap.SERIES, window.heap()).stream())
                .toList();
        Heap.metrics(heap.stream().flatMap(List::stream).toList()).forEach(this::put);
        if (facts != null) {
            Load.CpuTime used = facts.cpu();
            perRequest(Metric.CPU, used.serverNanos());
            perRequest(Metric.CPU_DATABASE, used.databaseNanos());
            perRequest(Metric.CPU_WITH_DATABASE, used.withDatabaseNanos());
            perRequest(Metric.CPU_CLIENT, used.clientNanos());
            put(Metric.DATABASE_TO_CLIENT, used.databaseToClient());
            List<List<Machine>> machine = windows.stream()
                    .map(window -> series(Machine.SERIES, window.machine()).orElse(List.of()))
                    .toList();
            Machine.shares(machine, used).forEach(this::put);
            causes(machine);
        }
    }

    /** On a schedule, or if servers wait on purpose, the machine may be idle: then other programs have a large share. */
    private void causes(List<List<Machine>> machine) {
        if (plan.open() || !plan.simulations().isEmpty()) {
            return;
        }
        Double others = values.get(Metric.SHARE_OTHERS.key());
        if (others != null && others > Warning.MOST_FOR_OTHERS) {
            warnings.add(Doubt.OTHER_PROGRAMS.about(name(), others * 100));
        }
        List<Double> byWindow = IntStream.range(0, parts.size())
                .mapToObj(i ->
                        Machine.shares(List.of(machine.get(i)), parts.get(i).cpu()))
                .map(shares -> shares.getOrDefault(Metric.SHARE_OTHERS, Double.NaN))
                .toList();
        warnings.addAll(Causes.ofWindows(name(), parts, byWindow));
    }

    /**
     * Returns the server's readings in the loads before this one: a native image gives memory back, and a limit must
     * suit all loads.
     */
    private Stream<Reading> before() {
        return Stream.of(Phase.values())
                .filter(earlier -> earlier.compareTo(phase) < 0)
                .flatMap(earlier -> invocation.load(earlier).windows().stream())
                .flatMap(window -> series(Reading.SERIES, window.resources("server")).stream())
                .flatMap(List::stream);
    }

    /**
     * Reads a file that may be missing, because not every server has a heap that can be read, and not every machine
     * reports its load. Empty if it is damaged.
     */
    private <T extends Record> Optional<List<T>> series(Series<T> series, Path file) {
        try {
            return Optional.of(Files.isRegularFile(file) ? series.read(file) : List.of());
        } catch (IOException | IllegalArgumentException e) {
            damaged(file, e);
            return Optional.empty();
        }
    }

    private void perRequest(Metric metric, @Nullable Long nanos) {
        long count = samples == null ? 0 : samples.count();
        if (count > 0 && nanos != null) {
            put(metric, nanos / (double) TimeUnit.SECONDS.toNanos(1) * PER_REQUESTS / count);
        }
    }

    private List<Reading> readings(Path file, String what) {
        Optional<List<Reading>> readings = series(Reading.SERIES, file);
        readings.filter(List::isEmpty).ifPresent(_ -> lacks(file, what));
        return readings.orElse(List.of());
    }

    /** Reads a file; see {@link #undamaged}. */
    private <T> Optional<T> json(Path file, Class<T> type) {
        return undamaged(() -> Json.read(file, type));
    }

    /** If a file is damaged, the failure is recorded and only its own figures are missing. */
    private <T> Optional<T> undamaged(Supplier<Optional<T>> reading) {
        try {
            return reading.get();
        } catch (Fault damaged) {
            fails(damaged.line());
            return Optional.empty();
        }
    }

    private String name() {
        String sent = slot.simulation() == null ? phase.label() : slot.simulation();
        return "%s %s, invocation %s".formatted(slot.variant(), sent, slot.invocation());
    }

    private void fails(String why) {
        failures.add(name() + ": " + why);
    }

    private void lacks(Path file, String what) {
        missing.add("%s: %s is not there".formatted(what, run.path().relativize(file)));
    }
}
