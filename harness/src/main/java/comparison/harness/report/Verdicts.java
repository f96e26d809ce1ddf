package comparison.harness.report;

import comparison.harness.stats.Ratio;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The table of quotients and verdicts: a row per variant, a column per primary metric. */
final class Verdicts {

    private Verdicts() {}

    /** Returns nothing if there is nothing to compare. */
    static String markdown(Summary summary) {
        if (summary.comparisons().isEmpty()) {
            return "";
        }
        return Markup.markdown(headings(summary), rows(summary));
    }

    static List<String> headings(Summary summary) {
        return Stream.concat(
                        Stream.of("Beside " + summary.reference()),
                        Arrays.stream(Primary.values()).map(Primary::title))
                .toList();
    }

    static List<List<String>> rows(Summary summary) {
        return summary.comparisons().stream()
                .map(Comparison::variant)
                .distinct()
                .map(variant -> Stream.concat(
                                Stream.of(variant),
                                Arrays.stream(Primary.values()).map(metric -> cell(summary, variant, metric)))
                        .toList())
                .toList();
    }

    private static String cell(Summary summary, String variant, Primary metric) {
        return summary.comparisons().stream()
                .filter(c -> c.variant().equals(variant) && c.metric() == metric)
                .map(c -> quotient(c.ratio()) + ", " + c.verdict())
                .findFirst()
                .orElse(Table.EMPTY);
    }

    /** Returns a quotient with its interval, such as × 1.20 [1.10–1.31]. */
    static String quotient(Ratio ratio) {
        Double low = ratio.low();
        Double high = ratio.high();
        return low == null || high == null
                ? String.format(Locale.ROOT, "× %.2f", ratio.estimate())
                : String.format(Locale.ROOT, "× %.2f [%.2f–%.2f]", ratio.estimate(), low, high);
    }
}
