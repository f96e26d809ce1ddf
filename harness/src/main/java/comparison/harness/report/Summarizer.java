package comparison.harness.report;

import comparison.harness.Fault;
import comparison.harness.plan.Plan;
import comparison.harness.plan.Variant;
import comparison.harness.record.Environment;
import comparison.harness.record.Json;
import comparison.harness.record.Load;
import comparison.harness.record.Pooled;
import comparison.harness.record.RunFolder;
import comparison.harness.record.RunFolder.LoadFolder;
import comparison.harness.record.Startup;
import comparison.harness.stats.Spread;
import comparison.harness.workload.Phase;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Computes all figures of a run from its raw files.
 *
 * @param sessions the environment of each session, in order. A run that was interrupted and resumed has several
 */
record Summarizer(RunFolder run, Plan plan, List<Environment> sessions) {
    private static final MathContext SIX_DIGITS = new MathContext(6);

    /** A row with the starts that it was computed from. */
    record Measured(Cell cell, List<Figures> invocations) {}

    /** The summary, and the data from the raw files that only the page shows. */
    record Results(Summary summary, List<Measured> rows) {

        /** Lists the results of simulations by start; empty for other loads. */
        List<Simulated> simulated() {
            return rows.stream()
                    .flatMap(row -> row.invocations().stream())
                    .flatMap(figures -> figures.simulated().stream())
                    .toList();
        }
    }

    /** A row to compute: a load that each start of a variant gets. */
    private record Row(
            Variant variant, Phase phase, @Nullable String simulation) {

        String label() {
            return simulation == null ? phase.label() : simulation;
        }
    }

    /** The environment of the first session. */
    private Optional<Environment> environment() {
        return sessions.stream().findFirst();
    }

    /**
     * Computes the summary from the raw files.
     *
     * @throws Fault of kind BAD_INPUT if the folder is not a run's, or its plan has another schema
     */
    static Results summarize(RunFolder run) {
        Plan plan = run.planned();
        if (plan.schemaVersion() != Plan.SCHEMA_VERSION) {
            throw Fault.badInput("%s has schema %s, and this version reads %s. Use the version that measured it."
                    .formatted(run.plan(), plan.schemaVersion(), Plan.SCHEMA_VERSION));
        }
        if (plan.variants().isEmpty() || plan.invocations() < 1) {
            throw Fault.badInput(
                    "%s plans %s variants and %s starts of each: there is nothing to report. Measure again."
                            .formatted(run.plan(), plan.variants().size(), plan.invocations()));
        }
        return summarize(run, plan);
    }

    /** Computes the summary of only the starts of a shorter plan. */
    static Results summarize(RunFolder run, Plan plan) {
        return new Summarizer(run, plan, run.sessions()).results();
    }

    private Results results() {
        // Each row reads its own files, so rows are read in parallel. Their order stays that of the plan.
        List<Measured> rows = rows().parallelStream().map(this::measured).toList();
        List<Cell> cells = rows.stream().map(Measured::cell).toList();
        // Simulations have demands instead of a reference.
        String reference = simulated() ? null : Comparison.reference(plan.variants());
        List<Warning> warnings = warnings(rows);
        Summary summary = new Summary(
                Summary.SCHEMA_VERSION,
                run.path().getFileName().toString(),
                environment().map(Environment::runtime).orElse("unknown"),
                plan.preset(),
                plan.invocations(),
                plan.workloads().getFirst().requests(),
                reference,
                conditions(reference, rows),
                warnings,
                cells,
                reference == null ? List.of() : Comparison.all(cells, reference, warnings));
        return new Results(summary, rows);
    }

    private boolean simulated() {
        return !plan.simulations().isEmpty();
    }

    private List<Row> rows() {
        Stream<Row> rows = simulated()
                ? plan.simulations().stream()
                        .flatMap(simulation ->
                                plan.variants().stream().map(variant -> new Row(variant, Phase.COLD, simulation.id())))
                : plan.variants().stream()
                        .flatMap(variant -> plan.phases().stream().map(phase -> new Row(variant, phase, null)));
        return rows.toList();
    }

    private List<Warning> warnings(List<Measured> rows) {
        List<Warning> warnings = new ArrayList<>(Warning.of(plan, sessions));
        // In simulations the database has nothing to do, and servers wait on purpose.
        if (!simulated()) {
            warnings.addAll(Causes.ofRounds(rows.stream().map(Measured::cell).toList()));
            List<Integer> split = splitRounds(rows);
            if (!split.isEmpty()) {
                warnings.add(Doubt.SPLIT_ROUND.aboutAll(
                        split.size() == 1 ? "" : "s",
                        split.stream().map(String::valueOf).collect(Collectors.joining(", "))));
            } else if (plan.measures(Phase.WARM) && rounds().anyMatch(this::inSeveralGroups)) {
                warnings.add(Doubt.SEVERAL_GROUPS.aboutAll());
            }
            Shares.warning(rows.stream().map(Measured::cell).toList()).ifPresent(warnings::add);
        }
        warnings.addAll(Scrapes.warnings(run, plan));
        rows.forEach(row -> {
            row.invocations().forEach(figures -> warnings.addAll(figures.warnings()));
            warnings.addAll(Warning.outliers(row.cell(), watched(row.cell())));
        });
        return warnings;
    }

    /**
     * Lists the rounds whose starts were measured in different sessions. Ratios by rounds rely on starts that follow
     * each other; a start that was measured again later is not one of them.
     */
    private static List<Integer> splitRounds(List<Measured> rows) {
        Map<Integer, Set<Integer>> sessions = new TreeMap<>();
        for (Figures start : invocations(rows)) {
            start.session()
                    .ifPresent(session -> sessions.computeIfAbsent(start.invocation(), _ -> new HashSet<>())
                            .add(session));
        }
        return sessions.entrySet().stream()
                .filter(round -> round.getValue().size() > 1)
                .map(Map.Entry::getKey)
                .toList();
    }

    private Stream<List<Plan.Slot>> rounds() {
        return plan.order().stream().collect(Collectors.groupingBy(Plan.Slot::invocation)).values().stream();
    }

    /** Tells whether servers got their warm load in turn, and one of the round only after another had got all of it. */
    private boolean inSeveralGroups(List<Plan.Slot> round) {
        List<List<LoadFolder>> loads = round.stream()
                .map(slot -> run.invocation(slot).load(Phase.WARM).windows())
                .toList();
        if (loads.stream().noneMatch(windows -> windows.size() > 1)) {
            return false;
        }
        long lastBegin = loads.stream()
                .flatMap(windows -> begin(windows.getFirst()).stream())
                .reduce(0L, Math::max);
        return loads.stream()
                .flatMap(windows -> begin(windows.getLast()).stream())
                .anyMatch(lastWindow -> lastWindow < lastBegin);
    }

    private static Optional<Long> begin(LoadFolder window) {
        try {
            return Json.read(window.facts(), Load.class).map(Load::startedAtMillis);
        } catch (Fault damaged) {
            return Optional.empty(); // The figures of the start tell it.
        }
    }

    /**
     * Chooses the metrics whose outliers are reported. Start-up is the same in all rows of a start, so only the cold
     * row reports it; both throughputs have the same key.
     */
    private Set<Primary> watched(Cell cell) {
        if (simulated()) {
            return EnumSet.of(Primary.PEAK_MEMORY, Primary.CPU);
        }
        Set<Primary> metrics = EnumSet.complementOf(EnumSet.of(Primary.COLD_THROUGHPUT));
        if (!cell.phase().equals("cold")) {
            metrics.remove(Primary.STARTUP);
        }
        return metrics;
    }

    private List<String> conditions(@Nullable String reference, List<Measured> rows) {
        List<String> conditions = new ArrayList<>();
        conditions.add(plan.load());
        conditions.add(Spread.replication(plan.invocations()));
        if (plan.variants().size() > 1 && reference != null) {
            conditions.add("ratios are to %s, by rounds; %s".formatted(reference, Verdicts.RULE));
        }
        if (plan.measures(Phase.WARM)) {
            conditions.add("warm is a load after the server's speed is steady, or after a minute of load");
            plan.order().stream()
                    .mapToInt(slot ->
                            run.invocation(slot).load(Phase.WARM).windows().size())
                    .filter(windows -> windows > 1)
                    .mapToObj(windows -> ("servers that were up at the same time got warm-up and warm load in turn, "
                                    + "the load in %d windows each")
                            .formatted(windows))
                    .findFirst()
                    .ifPresent(conditions::add);
        }
        if (plan.measures(Phase.SECOND)) {
            conditions.add("second is the load right after the cold one, which the article calls warm");
        }
        Json.read(run.pooled(), Pooled.class)
                .map(pooled ->
                        "pooled from runs of one commit, each of whole rounds: " + String.join(", ", pooled.runs()))
                .ifPresent(conditions::add);
        environment().ifPresent(found -> conditions.addAll(new Conditions(plan, found).lines()));
        sessions.stream()
                .skip(1)
                .map(later -> String.format(
                        Locale.ROOT,
                        "a later session began at %s, load average before %.1f",
                        later.startedAt(),
                        later.loadAverageBefore()))
                .forEach(conditions::add);
        firstStarts().ifPresent(conditions::add);
        ClientCost.line(run, invocations(rows)).ifPresent(conditions::add);
        return conditions;
    }

    /**
     * The gate's starts find the page cache in an unknown state. They are not comparable, but show how long a single
     * start takes.
     */
    private Optional<String> firstStarts() {
        String starts = plan.variants().stream()
                .flatMap(variant -> Json.read(run.discardedStart(variant.id()).startup(), Startup.class).stream()
                        .map(start -> String.format(Locale.ROOT, "%s %.2f s", variant.id(), start.seconds())))
                .collect(Collectors.joining(", "));
        return starts.isEmpty()
                ? Optional.empty()
                : Optional.of("first start of each, before the measured ones and in none of their figures: " + starts);
    }

    private static List<Figures> invocations(List<Measured> rows) {
        return rows.stream().flatMap(row -> row.invocations().stream()).toList();
    }

    private Measured measured(Row row) {
        List<Figures> all = IntStream.rangeClosed(1, plan.invocations())
                .mapToObj(i -> new Plan.Slot(row.variant().id(), i, row.simulation()))
                .map(slot -> Figures.of(run, plan, slot, row.phase()))
                .toList();
        return new Measured(cell(row, all), all);
    }

    private Cell cell(Row row, List<Figures> all) {
        Variant variant = row.variant();
        List<Samples> requests =
                all.stream().flatMap(figures -> figures.requests().stream()).toList();
        long samples = requests.stream().mapToLong(Samples::count).sum();
        Optional<Environment.Image> image =
                environment().map(found -> found.images().get(variant.id()));
        return new Cell(
                variant.id(),
                variant.packaging().label(),
                variant.stack(),
                variant.virtualThreads(),
                row.label(),
                image.map(Environment.Image::buildSeconds).orElse(null),
                image.map(Environment.Image::sizeBytes).orElse(null),
                samples == 0 ? null : samples,
                samples == 0
                        ? null
                        : requests.stream().mapToLong(Samples::errors).sum(),
                spreads(all),
                latency(all.stream().flatMap(figures -> figures.timed().stream())),
                all.stream().flatMap(figures -> figures.failures().stream()).toList(),
                all.stream().flatMap(figures -> figures.missing().stream()).toList());
    }

    /** Adds histograms, because percentiles cannot be added. */
    private static Map<String, Percentiles> latency(Stream<Samples> timed) {
        Map<String, Samples.Operation> merged = new TreeMap<>();
        timed.flatMap(samples -> Stream.concat(samples.operations().stream(), Stream.of(samples.total())))
                .filter(operation -> operation.times().getTotalCount() > 0)
                .forEach(operation -> merged.computeIfAbsent(
                                operation.name().toLowerCase(Locale.ROOT),
                                name -> new Samples.Operation(name, operation.perMilli()))
                        .add(operation));
        Map<String, Percentiles> latency = new TreeMap<>();
        merged.forEach((name, times) -> latency.put(name, times.percentiles()));
        return latency;
    }

    /**
     * A start that lacks a figure keeps its place, as null, so that values at the same index belong to the same round.
     */
    private static Map<String, Spread> spreads(List<Figures> all) {
        Map<String, Spread> spreads = new TreeMap<>();
        all.stream()
                .flatMap(figures -> figures.values().keySet().stream())
                .distinct()
                .forEach(name -> {
                    List<@Nullable Double> values = new ArrayList<>();
                    all.forEach(figures -> values.add(rounded(figures.values().get(name))));
                    spreads.put(name, Spread.of(values));
                });
        return spreads;
    }

    /** Rounds to six digits, which is more than starts reproduce, and makes published files half as large. */
    static @Nullable Double rounded(@Nullable Double value) {
        return value == null || !Double.isFinite(value)
                ? value
                : Double.valueOf(new BigDecimal(value).round(SIX_DIGITS).doubleValue());
    }
}
