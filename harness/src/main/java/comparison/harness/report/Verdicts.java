package comparison.harness.report;

import comparison.harness.stats.Ratio;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The table of quotients and verdicts: a row per variant, a column per primary metric. */
final class Verdicts {

    private Verdicts() {}

    /** Returns nothing if there is nothing to compare. */
    static String markdown(Summary summary) {
        if (summary.comparisons().isEmpty()) {
            return "";
        }
        List<String> lines = new ArrayList<>();
        lines.add(line(Stream.concat(
                Stream.of("Beside " + summary.reference()),
                Arrays.stream(Primary.values()).map(Primary::title))));
        lines.add(line(Stream.generate(() -> "---").limit(Primary.values().length + 1L)));
        rows(summary).forEach(row -> lines.add(line(row.stream())));
        return String.join("\n", lines) + "\n";
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

    private static String line(Stream<String> fields) {
        return fields.collect(Collectors.joining(" | ", "| ", " |"));
    }
}
