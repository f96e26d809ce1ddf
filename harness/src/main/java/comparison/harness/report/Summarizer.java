package comparison.harness.report;

import comparison.harness.Fault;
import comparison.harness.plan.Plan;
import comparison.harness.plan.Scenario;
import comparison.harness.plan.Variant;
import comparison.harness.raw.Environment;
import comparison.harness.raw.Json;
import comparison.harness.raw.RunFolder;
import comparison.harness.stats.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Computes all figures of a run from its raw files. */
public final class Summarizer {

    private final RunFolder run;
    private final Plan plan;
    private final Optional<Environment> environment;

    private Summarizer(RunFolder run, Plan plan, Optional<Environment> environment) {
        this.run = run;
        this.plan = plan;
        this.environment = environment;
    }

    /**
     * Computes the summary.
     *
     * @throws Fault of kind BAD_INPUT if the folder is not one of a run
     */
    public static Summary summarize(RunFolder run) {
        Plan plan = Json.read(run.plan(), Plan.class)
                .orElseThrow(() ->
                        Fault.badInput("%s is not the folder of a run: it has no plan.json.".formatted(run.path())));
        return new Summarizer(run, plan, Json.read(run.environment(), Environment.class)).summary();
    }

    private Summary summary() {
        List<Cell> cells = plan.variants().stream()
                .flatMap(variant -> plan.scenarios().stream().map(scenario -> cell(variant, scenario)))
                .toList();
        return new Summary(
                Summary.SCHEMA_VERSION,
                run.path().getFileName().toString(),
                environment.map(Environment::runtime).orElse("unknown"),
                plan.preset(),
                plan.invocations(),
                plan.expectedSamples(),
                conditions(),
                cells);
    }

    private List<String> conditions() {
        List<String> conditions = new ArrayList<>();
        conditions.add("%s threads x %s loops of create, read, update, delete: %s samples per load"
                .formatted(plan.threads(), plan.loops(), plan.expectedSamples()));
        conditions.add(Spread.replication(plan.invocations()));
        if (plan.loadsPerInvocation() > 1) {
            conditions.add(
                    "warm is the second load of a start; the first one, which is the cold one, is discarded for it");
        }
        environment.ifPresent(found -> conditions.addAll(new Conditions(found).lines()));
        return conditions;
    }

    private Cell cell(Variant variant, Scenario scenario) {
        List<Figures> all = IntStream.rangeClosed(1, plan.invocations())
                .mapToObj(i -> Figures.of(run, plan, new Plan.Slot(variant.id(), i), scenario))
                .toList();
        int samples = all.stream().mapToInt(Figures::sampleCount).sum();
        Optional<Environment.Image> image = environment.map(found -> found.image(variant.id(), variant.service()));
        return new Cell(
                variant.id(),
                variant.packaging().label(),
                variant.stack(),
                variant.virtualThreads(),
                scenario.id(),
                image.map(Environment.Image::buildSeconds).orElse(null),
                image.map(Environment.Image::sizeBytes).orElse(null),
                samples == 0 ? null : samples,
                samples == 0 ? null : all.stream().mapToInt(Figures::errorCount).sum(),
                spreads(all),
                all.stream().flatMap(figures -> figures.failures().stream()).toList(),
                all.stream().flatMap(figures -> figures.missing().stream()).toList());
    }

    private static Map<String, Spread> spreads(List<Figures> all) {
        Map<String, List<Double>> values = new TreeMap<>();
        for (Figures figures : all) {
            figures.values()
                    .forEach((name, value) ->
                            values.computeIfAbsent(name, n -> new ArrayList<>()).add(value));
        }
        Map<String, Spread> spreads = new TreeMap<>();
        values.forEach((name, list) -> spreads.put(name, Spread.of(list)));
        return spreads;
    }
}
