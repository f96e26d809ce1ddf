package comparison.harness.report;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Renders the table of ratios and verdicts: a row per variant, a column per primary metric. */
final class Verdicts {

    /** How a verdict is reached, as reports say it. */
    static final String RULE = "verdicts use a level of " + Math.round(Comparison.LEVEL * 100)
            + " %, corrected for their number within a metric (Holm)";

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
                                "Ratio to the reference with its 95 % interval, round by round (Student's t on logarithms); "
                                        + RULE + "."
                                        + needed(summary)),
                        Block.Table.of(Stream.concat(first, metrics).toList(), variants, 1)))
                .filter(_ -> !variants.isEmpty());
    }

    private static String needed(Summary summary) {
        String starts = Arrays.stream(Primary.values())
                .flatMap(metric -> needed(summary, metric).stream())
                .collect(Collectors.joining("; "));
        return starts.isEmpty()
                ? ""
                : " Starts needed to find a true difference of 5 %% in 4 of 5 runs, for the noisiest variant: %s."
                        .formatted(starts);
    }

    /** Says how many starts its noisiest variant needs; empty without a verdict on the metric. */
    private static Optional<String> needed(Summary summary, Primary metric) {
        return summary.comparisons().stream()
                .filter(comparison -> comparison.metric() == metric)
                .flatMap(comparison -> Optional.ofNullable(comparison.startsToSee5Percent()).stream())
                .max(Integer::compare)
                .map(most -> "%d for %s".formatted(most, metric.title()));
    }

    /** Formats the ratio of a variant and its verdict. */
    static String cell(Summary summary, String variant, Primary metric) {
        return summary.comparison(variant, metric)
                .map(c -> c.ratio().text(2) + ", " + c.verdict())
                .orElse(Table.EMPTY);
    }
}
