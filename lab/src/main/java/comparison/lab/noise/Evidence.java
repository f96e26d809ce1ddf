package comparison.lab.noise;

import comparison.harness.Fault;
import comparison.harness.plan.Plan;
import comparison.harness.plan.Variant;
import comparison.harness.record.Invocation;
import comparison.harness.record.Json;
import comparison.harness.record.RunFolder;
import comparison.harness.report.Primary;
import comparison.harness.report.Report;
import comparison.harness.report.Summary;
import comparison.harness.stats.Rounds;
import comparison.harness.stats.SampleSize;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The rounds of a variant that takes a known amount of CPU time more than another one.
 *
 * @param planted true ratio of the CPU time: 1 for a twin, 1.05 for 5 % more
 * @param quotients measured ratio of each round, in any order
 * @param seconds what each start takes, as far as that is known: not of a published run
 */
record Evidence(double planted, List<Double> quotients, List<Double> seconds) {

    private static final String FAULT = "FAULT";
    private static final String CPU_FAULT = "cpu:";

    /** Returns the mean of what a start takes; 0 if that is unknown. */
    double startSeconds() {
        return seconds.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    }

    /** Returns the standard deviation of the logarithms of the ratios. */
    double noise() {
        return SampleSize.noise(quotients);
    }

    /**
     * Reads runs of the catalogue of planted faults and puts rounds with the same fault together. Rounds without a
     * figure of both variants are left out.
     *
     * @throws Fault of kind BAD_INPUT if a run has a fault that is not one of CPU time
     */
    static List<Evidence> of(List<RunFolder> runs) {
        Map<Double, Evidence> found = new LinkedHashMap<>();
        for (RunFolder run : runs) {
            Plan plan = run.planned();
            Summary summary = Report.read(run);
            String base = Objects.requireNonNull(summary.reference());
            for (Variant variant : plan.variants()) {
                if (!variant.id().equals(base)) {
                    Rounds rounds = Primary.CPU
                            .rounds(summary.cells(), variant.id(), base)
                            .orElse(new Rounds(List.of(), List.of()));
                    found.merge(
                            planted(variant),
                            new Evidence(planted(variant), rounds.quotients(), seconds(run, plan)),
                            Evidence::and);
                }
            }
        }
        return found.values().stream()
                .sorted(Comparator.comparingDouble(Evidence::planted))
                .toList();
    }

    private Evidence and(Evidence other) {
        return new Evidence(planted, joined(quotients, other.quotients), joined(seconds, other.seconds));
    }

    private static List<Double> joined(List<Double> some, List<Double> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }

    private static List<Double> seconds(RunFolder run, Plan plan) {
        return plan.order().stream()
                .flatMap(slot -> Json.read(run.invocation(slot).outcome(), Invocation.class).stream())
                .map(Invocation::seconds)
                .filter(Objects::nonNull)
                .toList();
    }

    /** Returns how much CPU time a variant takes compared with one without a fault, by its settings. */
    static double planted(Variant variant) {
        String fault = variant.environment().getOrDefault(FAULT, "none");
        if (fault.equals("none")) {
            return 1;
        }
        if (!fault.startsWith(CPU_FAULT)) {
            throw Fault.badInput("%s has the fault %s, which is not one of CPU time.".formatted(variant.id(), fault));
        }
        return 1 + Double.parseDouble(fault.substring(CPU_FAULT.length()));
    }
}
