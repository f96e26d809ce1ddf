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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The rounds of a variant that takes a known amount of CPU time more than another one.
 *
 * @param planted true ratio of the CPU time: 1 for a twin, 1.05 for 5 % more
 * @param quotients measured ratio of each round, in any order
 * @param startSeconds what a start takes; 0 if that is unknown, as of a published run
 */
record Evidence(double planted, List<Double> quotients, double startSeconds) {

    private static final String FAULT = "FAULT";
    private static final String CPU_FAULT = "cpu:";

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
        List<Double> all = new ArrayList<>(quotients);
        all.addAll(other.quotients);
        return new Evidence(planted, all, (startSeconds + other.startSeconds) / 2);
    }

    private static double seconds(RunFolder run, Plan plan) {
        return plan.order().stream()
                .flatMap(slot -> Json.read(run.invocation(slot).outcome(), Invocation.class).stream())
                .map(Invocation::seconds)
                .filter(Objects::nonNull)
                .mapToDouble(seconds -> seconds)
                .average()
                .orElse(0);
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
