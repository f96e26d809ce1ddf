package comparison.harness.report;

import comparison.harness.load.JtlReader;
import comparison.harness.load.Sample;
import comparison.harness.plan.Plan;
import comparison.harness.plan.Scenario;
import comparison.harness.probe.Reading;
import comparison.harness.probe.Sampler;
import comparison.harness.raw.Invocation;
import comparison.harness.raw.Json;
import comparison.harness.raw.Load;
import comparison.harness.raw.RunFolder;
import comparison.harness.raw.RunFolder.InvocationFolder;
import comparison.harness.raw.RunFolder.LoadFolder;
import comparison.harness.raw.Startup;
import comparison.harness.stats.Quantile;
import comparison.harness.stats.Throughput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The figures of one invocation in one phase, each computed from the raw file that it needs and from nothing else. */
final class Figures {

    private static final List<String> OPERATIONS = List.of("Create", "Read", "Update", "Delete");
    private static final int PER_REQUESTS = 1000;

    private final RunFolder run;
    private final Plan plan;
    private final Plan.Slot slot;
    private final Scenario scenario;
    private final InvocationFolder invocation;
    private final LoadFolder load;
    private final Map<String, Double> values = new LinkedHashMap<>();
    private final List<String> failures = new ArrayList<>();
    private final List<String> missing = new ArrayList<>();
    private boolean brokenOff;
    private int samples;
    private int errors;

    private Figures(RunFolder run, Plan plan, Plan.Slot slot, Scenario scenario) {
        this.run = run;
        this.plan = plan;
        this.slot = slot;
        this.scenario = scenario;
        this.invocation = run.invocation(slot);
        this.load = invocation.load(scenario);
    }

    static Figures of(RunFolder run, Plan plan, Plan.Slot slot, Scenario scenario) {
        Figures figures = new Figures(run, plan, slot, scenario);
        figures.outcome();
        figures.startup();
        figures.atRest();
        figures.samples();
        figures.resources();
        figures.rowsLeft();
        return figures;
    }

    Map<String, Double> values() {
        return values;
    }

    List<String> failures() {
        return failures;
    }

    /** Returns nothing for an invocation that broke off: what it could not write any more is told by its failure. */
    List<String> missing() {
        return brokenOff ? List.of() : missing;
    }

    int sampleCount() {
        return samples;
    }

    int errorCount() {
        return errors;
    }

    private void outcome() {
        Optional<Invocation> outcome = Json.read(invocation.outcome(), Invocation.class);
        if (outcome.isEmpty()) {
            lacks(invocation.outcome(), "whether the invocation was completed");
        }
        brokenOff = outcome.filter(found -> !found.complete()).isPresent();
        outcome.map(Invocation::failure).ifPresent(this::fails);
    }

    private void startup() {
        Json.read(invocation.startup(), Startup.class)
                .ifPresentOrElse(this::startup, () -> lacks(invocation.startup(), "start-up"));
    }

    private void startup(Startup startup) {
        values.put("startup.seconds", startup.seconds());
        putIfKnown("startup.ownSeconds", startup.ownSeconds());
        putIfKnown("startup.engineSeconds", startup.engineSeconds());
    }

    private void putIfKnown(String name, @org.jspecify.annotations.Nullable Double value) {
        if (value != null) {
            values.put(name, value);
        }
    }

    private void atRest() {
        List<Reading> readings = readings(invocation.atRest(), "memory at rest");
        if (!readings.isEmpty()) {
            values.put("memory.atRest.anonBytes", (double) readings.getLast().anonBytes());
            values.put("memory.atRest.fileBytes", (double) readings.getLast().fileBytes());
        }
    }

    private void samples() {
        if (!Files.isRegularFile(load.samples())) {
            lacks(load.samples(), "throughput, latency, errors, processor time per request");
            return;
        }
        List<Sample> all = JtlReader.read(load.samples());
        samples = all.size();
        errors = (int) all.stream().filter(sample -> !sample.success()).count();
        verify(all);
        if (!all.isEmpty()) {
            OPERATIONS.forEach(operation -> operation(
                    operation.toLowerCase(Locale.ROOT),
                    all.stream().filter(s -> s.label().equals(operation)).toList()));
            operation("total", all);
            values.put("inFlight", Throughput.inFlight(spans(all)));
        }
    }

    private void verify(List<Sample> all) {
        if (samples != plan.expectedSamples()) {
            fails("%s samples instead of %s".formatted(samples, plan.expectedSamples()));
        }
        all.stream().filter(sample -> !sample.success()).findFirst().ifPresent(this::failsBy);
    }

    private void failsBy(Sample first) {
        fails("%s of %s requests failed, the first one: %s, %s %s"
                .formatted(
                        errors,
                        samples,
                        first.label(),
                        first.code(),
                        first.failure().lines().findFirst().orElse("")));
    }

    private void operation(String name, List<Sample> of) {
        if (of.isEmpty()) {
            return;
        }
        long[] millis = of.stream().mapToLong(s -> s.span().elapsedMillis()).toArray();
        values.put("throughput." + name, Throughput.perSecond(spans(of)));
        values.put("latency." + name + ".p50Millis", (double) Quantile.nearestRank(millis, 0.50));
        values.put("latency." + name + ".p99Millis", (double) Quantile.nearestRank(millis, 0.99));
    }

    private static List<Throughput.Span> spans(List<Sample> of) {
        return of.stream().map(Sample::span).toList();
    }

    private void resources() {
        List<Reading> server = readings(load.resources("server"), "memory and processor time under load");
        if (!server.isEmpty()) {
            memory(
                    "anonBytes",
                    server.stream().mapToLong(Reading::anonBytes).max().orElseThrow());
            memory(
                    "fileBytes",
                    server.stream().mapToLong(Reading::fileBytes).max().orElseThrow());
            memory(
                    "peakBytes",
                    server.stream().mapToLong(Reading::peakBytes).max().orElseThrow());
        }
        processorTime("server", server);
        processorTime("database", readings(load.resources("database"), "processor time of the database"));
        processorTime("client", readings(load.resources("client"), "processor time of the client"));
    }

    private void memory(String name, long bytes) {
        values.put("memory.underLoad." + name, (double) bytes);
    }

    private void processorTime(String of, List<Reading> readings) {
        if (samples > 0 && readings.size() > 1) {
            long nanos = readings.getLast().cpuNanos() - readings.getFirst().cpuNanos();
            double seconds = nanos / (double) TimeUnit.SECONDS.toNanos(1);
            values.put("cpuSecondsPer1000." + of, seconds * PER_REQUESTS / samples);
        }
    }

    private List<Reading> readings(Path file, String what) {
        try {
            List<Reading> readings = Files.isRegularFile(file) ? Sampler.read(file) : List.of();
            if (readings.isEmpty()) {
                lacks(file, what);
            }
            return readings;
        } catch (IOException | IllegalArgumentException e) {
            fails("%s is damaged: %s".formatted(run.path().relativize(file), e.getMessage()));
            return List.of();
        }
    }

    private void rowsLeft() {
        Optional<Load> facts = Json.read(load.facts(), Load.class);
        if (facts.isEmpty()) {
            lacks(load.facts(), "rows left in the table");
        }
        facts.filter(f -> f.rowsLeft() != 0).ifPresent(f -> fails("%s rows left in the table".formatted(f.rowsLeft())));
    }

    private void fails(String why) {
        failures.add("%s %s, invocation %s: %s".formatted(slot.variant(), scenario.id(), slot.invocation(), why));
    }

    private void lacks(Path file, String what) {
        missing.add("%s: %s is not there".formatted(what, run.path().relativize(file)));
    }
}
