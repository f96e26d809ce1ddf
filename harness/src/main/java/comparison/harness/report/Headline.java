package comparison.harness.report;

import comparison.harness.metric.Metric;
import comparison.harness.stats.Ratio;
import comparison.harness.stats.Rounds;
import comparison.harness.stats.Spread;
import comparison.harness.workload.Phase;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The first sentences of a report: which variant is ahead, by how much, what limits it, and how certain that is. They
 * are about CPU time per request, or about throughput if CPU time cannot be read on this machine. The results never
 * choose the metric.
 *
 * @param best id of the variant that is ahead; null if no variant has a figure that can be trusted
 * @param html the sentence, with HTML markup
 * @param limit what limits the throughput; empty if that was not measured
 * @param sure how certain the result is, and which other variants are too close to the best to tell apart
 */
record Headline(@Nullable String best, String html, String limit, String sure) {

    private static final View WITH_DATABASE = View.of(Metric.CPU_WITH_DATABASE, Phase.WARM, Phase.COLD);

    private static final double TWICE = 2;

    static Headline of(Summary summary) {
        if (summary.reference() == null) {
            return new Headline(null, "The experiments of the sources", "", "");
        }
        Primary metric = metric(summary);
        List<String> ranked = ranked(summary, metric);
        Optional<Comparison> lead = lead(summary, metric, ranked);
        return new Headline(
                ranked.stream().findFirst().orElse(null),
                sentence(summary, metric, ranked, lead),
                Shares.sentence(summary.cells(), phase(summary)).orElse(""),
                sure(summary, lead)
                        + lead.map(led -> close(summary, metric, ranked, led)).orElse(""));
    }

    /**
     * Lists the variants whose figure can be trusted, the best median first. Leaves out variants for which the database
     * does other work than for the others.
     */
    static List<String> ranked(Summary summary, Primary metric) {
        if (summary.rateIsSet() && metric.metric().isThroughput()) {
            return List.of();
        }
        List<String> variants = summary.variants();
        // A single variant is not compared with others, so its SQL does not matter.
        Set<String> otherSql = variants.size() == 1 ? Set.of() : summary.otherSql();
        Comparator<Double> better =
                metric.metric().direction().moreIsBetter() ? Comparator.reverseOrder() : Comparator.naturalOrder();
        return variants.stream()
                .filter(variant -> !otherSql.contains(variant) && !metric.failed(summary.cells(), variant))
                .filter(variant -> metric.of(summary.cells(), variant).isPresent())
                .sorted(Comparator.comparing(variant -> median(summary, metric, variant), better))
                .toList();
    }

    private static double median(Summary summary, Primary metric, String variant) {
        return metric.of(summary.cells(), variant).orElseThrow().median();
    }

    /**
     * Compares the best variant with the reference. If the best one is the reference itself, it is compared with the
     * runner-up, so that its lead needs a verdict like any other.
     */
    private static Optional<Comparison> lead(Summary summary, Primary metric, List<String> ranked) {
        boolean referenceLeads = !ranked.isEmpty() && ranked.getFirst().equals(summary.reference());
        return ranked.stream()
                .skip(referenceLeads ? 1 : 0)
                .findFirst()
                .flatMap(variant -> summary.comparison(variant, metric))
                .filter(Comparison::judgeable)
                .map(comparison -> referenceLeads ? comparison.swapped() : comparison);
    }

    /** Names the variants whose distance from the best may be noise; the one of the lead is judged already. */
    private static String close(Summary summary, Primary metric, List<String> ranked, Comparison lead) {
        String best = ranked.getFirst();
        String close = ranked.stream()
                .filter(variant ->
                        !List.of(best, lead.variant(), lead.reference()).contains(variant))
                .flatMap(variant -> metric
                        .rounds(summary.cells(), variant, best)
                        .flatMap(Rounds::ratio)
                        .filter(Headline::mayBeOne)
                        .map(ratio -> named(summary, variant) + " " + ratio.text(2))
                        .stream())
                .collect(Collectors.joining(", "));
        return close.isEmpty() ? "" : " Too close to %s to tell apart: %s.".formatted(named(summary, best), close);
    }

    private static boolean mayBeOne(Ratio ratio) {
        return ratio.low() != null && ratio.low() <= 1 && ratio.high() != null && ratio.high() >= 1;
    }

    private static String phase(Summary summary) {
        return summary.cells().stream().anyMatch(cell -> cell.phase().equals("warm")) ? "warm" : "cold";
    }

    private static boolean onlySecond(List<Cell> cells) {
        return !cells.isEmpty() && cells.stream().allMatch(cell -> cell.phase().equals(Phase.SECOND.label()));
    }

    private static Primary metric(Summary summary) {
        boolean known = summary.variants().stream()
                .anyMatch(variant -> Primary.CPU.of(summary.cells(), variant).isPresent());
        if (known || summary.rateIsSet()) {
            return Primary.CPU;
        }
        return phase(summary).equals("warm") ? Primary.WARM_THROUGHPUT : Primary.COLD_THROUGHPUT;
    }

    private static String sentence(Summary summary, Primary metric, List<String> ranked, Optional<Comparison> lead) {
        if (ranked.isEmpty()) {
            if (onlySecond(summary.cells())) {
                return "The second load gets no verdict, because the JIT compilers still work in it.";
            }
            String what = metric == Primary.CPU ? "CPU time" : "throughput";
            return "No %s was measured that can be trusted and compared.".formatted(what);
        }
        return lead.map(led -> compared(summary, led)).orElseGet(() -> alone(summary, metric, ranked));
    }

    private static String compared(Summary summary, Comparison comparison) {
        boolean undecided = undecided(comparison);
        String form = undecided
                ? "Undecided: in this run, %s %s %s, which may be noise."
                : comparison.different() ? "%s %s %s." : "Equal within ±10 %%: %s %s %s.";
        String difference = comparison.metric() == Primary.CPU
                ? (undecided ? "needed " : "needs ") + amount(comparison, "much", "less", "CPU time per request")
                : (undecided ? "served " : "serves ") + amount(comparison, "many", "fewer", "requests per second");
        return form.formatted(bold(summary, comparison.variant()), difference, named(summary, comparison.reference()));
    }

    /** Says a ratio in the words that people use for one of its size. */
    private static String amount(Comparison comparison, String much, String less, String what) {
        double ratio = comparison.ratio().estimate();
        long percent = Math.round(Math.abs(ratio - 1) * 100);
        if (ratio >= TWICE) {
            return String.format(Locale.ROOT, "%.1f times as %s %s as", ratio, much, what);
        }
        return percent == 0
                ? "as %s %s as".formatted(much, what)
                : "%d %% %s %s than".formatted(percent, ratio < 1 ? less : "more", what);
    }

    /** A ratio that may be noise, or that contradicts the medians, must not read like a result. */
    private static boolean undecided(Comparison comparison) {
        return comparison.against()
                || (!comparison.different() && !comparison.verdict().equals(Comparison.EQUAL));
    }

    /** Writes the figure of the best variant without a comparison. It leads others by its median only. */
    private static String alone(Summary summary, Primary metric, List<String> ranked) {
        String best = ranked.getFirst();
        String value = metric.metric().text(median(summary, metric, best));
        boolean amongOthers = ranked.size() > 1;
        if (metric == Primary.CPU) {
            // 1 ms per 1000 requests is 1 µs per request.
            return "%s needs %s µs of CPU time per request%s."
                    .formatted(bold(summary, best), value, amongOthers ? ", the lowest median, without a verdict" : "");
        }
        return "%s serves %s requests per second%s."
                .formatted(bold(summary, best), value, amongOthers ? ", the highest median, without a verdict" : "");
    }

    private static String bold(Summary summary, String variant) {
        return "<b>" + named(summary, variant) + "</b>";
    }

    /** Writes the stack's name, which readers know, with the variant's id, which the table and the commands use. */
    private static String named(Summary summary, String variant) {
        String stack = summary.stack(variant);
        // A stack such as "Sprout (hybrid)" gets no second pair of brackets.
        String both = "%s (%s)".formatted(stack, variant).replace(") (", ", ");
        return Html.escaped(stack.equals(variant) ? variant : both);
    }

    private static String sure(Summary summary, Optional<Comparison> lead) {
        int starts = summary.invocations();
        if (starts < Ratio.LEAST_STARTS) {
            return "That is not certain: %s fresh start%s of each variant, too few for an interval. Measure with --invocations 12."
                    .formatted(starts, starts == 1 ? "" : "s");
        }
        String intervals = starts < Spread.ENOUGH_FOR_AN_INTERVAL
                ? "%s fresh starts of each variant: too few for an interval of the median."
                : "Intervals are 95 %% intervals of the median over %s fresh starts.";
        return lead.map(led -> interval(summary, led)).orElse(intervals.formatted(starts));
    }

    private static String interval(Summary summary, Comparison c) {
        return "%s, %s, over %s fresh starts of each: %s (95 %% interval)%s%s."
                .formatted(
                        c.metric().metric().title(),
                        phase(summary),
                        c.ratio().n(),
                        c.ratio().text(2),
                        undecided(c) ? "; " + c.verdict() : "",
                        c.metric() == Primary.CPU ? withDatabase(summary.cells(), c) : "");
    }

    /** A stack's driver costs the database more or less CPU time, too. */
    private static String withDatabase(List<Cell> cells, Comparison c) {
        return WITH_DATABASE
                .rounds(cells, c.variant(), c.reference())
                .flatMap(Rounds::ratio)
                .map(ratio -> "; server and database together " + ratio.text(2))
                .orElse("");
    }
}
