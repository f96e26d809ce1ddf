package comparison.lab.noise;

import comparison.harness.Fault;
import comparison.harness.report.Comparison;
import comparison.harness.report.Primary;
import comparison.harness.report.Summary;
import comparison.harness.stats.Ratio;
import comparison.harness.stats.Rounds;
import comparison.lab.study.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Tests whether the method finds differences between two identical variants, per metric, over all runs together. The
 * ratio of all rounds shows a bias, and rounds that are drawn from them show false verdicts.
 *
 * @param runs the figures of at least one run
 */
record Twins(String variant, String base, List<Summary> runs) {

    private static final int DRAWS = 2000;

    /**
     * Returns a table with a row per metric that the runs have.
     *
     * @throws Fault of kind BAD_INPUT if no run has both variants, or all together have too few rounds
     */
    Page page() {
        List<List<String>> rows = new ArrayList<>();
        for (Primary metric : Primary.values()) {
            row(metric).ifPresent(rows::add);
        }
        if (rows.isEmpty()) {
            throw Fault.badInput(
                    "There are not %d rounds of %s and %s in these runs. Name two variants that are the same, and more runs."
                            .formatted(Ratio.LEAST_STARTS, base, variant));
        }
        return new Page("Twins")
                .table(List.of("Metric", "Rounds", "Ratio [95 %]", "Runs with a verdict", "False verdicts (%)"), rows)
                .text(
                        "%s compared with %s. Verdicts are differences at %s, for a pair. The last column is that of %d draws of %d rounds with replacement, after the rounds were moved to the ratio 1."
                                .formatted(variant, base, Comparison.LEVEL, DRAWS, Judgement.STARTS));
    }

    private Optional<List<String>> row(Primary metric) {
        List<Rounds> each = runs.stream()
                .flatMap(run -> metric.rounds(run.cells(), variant, base).stream())
                .toList();
        List<Double> quotients =
                each.stream().flatMap(run -> run.quotients().stream()).toList();
        long verdicts = each.stream()
                .flatMap(run -> run.ratio().stream())
                .filter(ratio -> ratio.p() != null && ratio.p() < Comparison.LEVEL)
                .count();
        return Judgement.of(new Evidence(1, quotients, List.of()), DRAWS)
                .map(judged -> List.of(
                        metric.title(),
                        Integer.toString(quotients.size()),
                        judged.whole().text(3),
                        "%d of %d".formatted(verdicts, each.size()),
                        NoiseTable.percent(judged.found())));
    }
}
