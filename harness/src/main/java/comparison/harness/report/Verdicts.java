package comparison.harness.report;

import comparison.harness.stats.Ratio;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Renders the table of ratios and verdicts: a row per variant, a column per primary metric. */
final class Verdicts {

    private Verdicts() {}

    /** Renders the section; empty if there is nothing to compare. */
    static Optional<Section> section(Summary summary) {
        return Optional.of(new Section(
                        "Verdicts",
                        new Block.Text(
                                "Ratio to the reference with its 95 % interval, round by round (Student's t on logarithms); the words are corrected for their number within a metric (Holm)."
                                        + needed(summary)),
                        new Block.Table(headings(summary), rows(summary), 1)))
                .filter(_ -> !summary.comparisons().isEmpty());
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

    private static List<String> headings(Summary summary) {
        return Stream.concat(
                        Stream.of("Versus " + summary.reference()),
                        Arrays.stream(Primary.values()).map(Primary::title))
                .toList();
    }

    private static List<List<String>> rows(Summary summary) {
        return summary.comparisons().stream()
                .map(Comparison::variant)
                .distinct()
                .map(variant -> Stream.concat(
                                Stream.of(variant),
                                Arrays.stream(Primary.values()).map(metric -> cell(summary, variant, metric)))
                        .toList())
                .toList();
    }

    /** Formats the ratio of a variant and its verdict. */
    static String cell(Summary summary, String variant, Primary metric) {
        return summary.comparison(variant, metric)
                .map(c -> quotient(c.ratio()) + ", " + c.verdict())
                .orElse(Table.EMPTY);
    }

    /** Formats a ratio with its interval, such as × 1.20 [1.10–1.31]. */
    static String quotient(Ratio ratio) {
        Double low = ratio.low();
        Double high = ratio.high();
        return low == null || high == null
                ? String.format(Locale.ROOT, "× %.2f", ratio.estimate())
                : String.format(Locale.ROOT, "× %.2f [%.2f–%.2f]", ratio.estimate(), low, high);
    }
}
