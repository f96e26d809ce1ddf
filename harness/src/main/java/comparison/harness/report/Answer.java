package comparison.harness.report;

import comparison.harness.metric.Metric;
import comparison.harness.plan.Packaging;
import comparison.harness.stats.Spread;
import comparison.harness.workload.Phase;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes the front page's summary of a run: which variant is ahead, by how much, how certain that is, and a short
 * table.
 */
public final class Answer {

    private static final View COST = View.of(Metric.CPU, Phase.WARM);

    private static final List<View> BESIDES = List.of(
            View.of(Metric.CPU_WITH_DATABASE, Phase.WARM),
            View.of(Metric.CPU, Phase.COLD),
            View.of(Metric.STARTUP, Phase.COLD, Phase.WARM),
            View.of(Metric.MEMORY, Phase.WARM, Phase.COLD));

    private static final int MOST_ROWS = 10;

    /** The cost of a variant that was not measured or must not be trusted: more than any other. */
    private static final double UNKNOWN = Double.MAX_VALUE;

    private Answer() {}

    /** Writes the sentences and the table in Markdown. */
    public static String markdown(Summary summary) {
        Headline headline = Headline.of(summary);
        String sentences = Stream.of(headline.html(), headline.sure())
                .filter(sentence -> !sentence.isEmpty())
                .collect(Collectors.joining(" "));
        return sentences + "\n\n" + table(summary) + leftOut(summary);
    }

    /** Writes the table: a row per variant, sorted by the server's CPU time per request, the least first. */
    public static String table(Summary summary) {
        Stream<Block.Column<String>> first = Stream.of(
                new Block.Column<>("Stack", variant -> name(summary, variant)),
                new Block.Column<>(COST.heading(), variant -> figure(summary, variant, COST)),
                new Block.Column<>(
                        "vs " + summary.reference(),
                        variant -> variant.equals(summary.reference())
                                ? "1"
                                : Verdicts.cell(summary, variant, Primary.CPU)));
        Stream<Block.Column<String>> besides = BESIDES.stream()
                .map(view -> new Block.Column<>(view.heading(), variant -> figure(summary, variant, view)));
        return Markdown.of(Block.Table.of(Stream.concat(first, besides).toList(), shown(summary), 1));
    }

    /** Lists all variants by the server's CPU time per request, the least first. */
    static List<String> sorted(Summary summary) {
        return summary.variants().stream()
                .sorted(Comparator.comparingDouble(variant -> cost(summary, variant)))
                .toList();
    }

    /** Chooses the rows: the first ones, and always the reference, because the ratios are to it. */
    private static List<String> shown(Summary summary) {
        List<String> sorted = sorted(summary);
        int place = sorted.indexOf(summary.reference());
        return place < MOST_ROWS
                ? sorted.stream().limit(MOST_ROWS).toList()
                : Stream.concat(sorted.stream().limit(MOST_ROWS - 1), Stream.of(sorted.get(place)))
                        .toList();
    }

    private static String leftOut(Summary summary) {
        List<String> sorted = sorted(summary);
        List<String> shown = shown(summary);
        Map<Boolean, Long> measured = sorted.stream()
                .filter(variant -> !shown.contains(variant))
                .collect(Collectors.partitioningBy(variant -> cost(summary, variant) < UNKNOWN, Collectors.counting()));
        int first = sorted.indexOf(shown.getLast()) < MOST_ROWS ? MOST_ROWS : MOST_ROWS - 1;
        String sentences = Stream.of(
                        more(measured.getOrDefault(true, 0L), "which cost more than the first " + first),
                        more(measured.getOrDefault(false, 0L), "not measured or failed"))
                .filter(sentence -> !sentence.isEmpty())
                .collect(Collectors.joining(" "));
        return sentences.isEmpty() ? "" : "\n" + sentences + "\n";
    }

    private static String more(long count, String which) {
        return count == 0
                ? ""
                : "%d more variant%s, %s, %s in the wide table."
                        .formatted(count, count == 1 ? "" : "s", which, count == 1 ? "is" : "are");
    }

    /** Variants that were not measured or must not be trusted come last. */
    private static double cost(Summary summary, String variant) {
        return Primary.CPU.failed(summary.cells(), variant)
                ? UNKNOWN
                : Primary.CPU.of(summary.cells(), variant).map(Spread::median).orElse(UNKNOWN);
    }

    private static String name(Summary summary, String variant) {
        boolean compiled = summary.cells().stream()
                .anyMatch(cell -> cell.variant().equals(variant) && cell.jvm().equals(Packaging.NATIVE.label()));
        return "%s%s, `%s`".formatted(summary.stack(variant), compiled ? ", native image" : "", variant);
    }

    private static String figure(Summary summary, String variant, View view) {
        return view.cell(summary.cells(), variant)
                .map(cell -> cell.failed() ? "FAILED" : Table.spread(cell, view.metric()))
                .orElse(Table.EMPTY);
    }
}
