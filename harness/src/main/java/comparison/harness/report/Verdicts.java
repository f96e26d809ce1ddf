package comparison.harness.report;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Renders the table of ratios and verdicts: a row per variant, a column per primary metric. */
final class Verdicts {

    private Verdicts() {}

    /** Renders the section; empty if there is nothing to compare. */
    static Optional<Section> section(Summary summary) {
        List<String> variants = summary.comparisons().stream()
                .map(Comparison::variant)
                .distinct()
                .toList();
        Stream<Block.Column<String>> metrics = Arrays.stream(Primary.values())
                .map(metric -> new Block.Column<>(metric.title(), variant -> cell(summary, variant, metric)));
        Stream<Block.Column<String>> first =
                Stream.of(new Block.Column<>("Versus " + summary.reference(), variant -> variant));
        return Optional.of(new Section(
                        "Verdicts",
                        new Block.Text(
                                "Ratio to the reference with its 95 % interval, round by round (Student's t on logarithms); the words are corrected for their number within a metric (Holm)."
                                        + needed(summary)),
                        Block.Table.of(Stream.concat(first, metrics).toList(), variants, 1)))
                .filter(_ -> !variants.isEmpty());
    }

    private static String needed(Summary summary) {
        return summary.comparisons().stream()
                .flatMap(comparison -> Optional.ofNullable(comparison.startsToSee5Percent()).stream())
                .max(Integer::compare)
                .map(
                        " With the noise of this run, %s starts show a true difference of 5 %% in every one of these metrics in 4 of 5 runs."
                                ::formatted)
                .orElse("");
    }

    /** Formats the ratio of a variant and its verdict. */
    static String cell(Summary summary, String variant, Primary metric) {
        return summary.comparison(variant, metric)
                .map(c -> c.ratio().text(2) + ", " + c.verdict())
                .orElse(Table.EMPTY);
    }
}
