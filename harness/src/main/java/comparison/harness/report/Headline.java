package comparison.harness.report;

import comparison.harness.stats.Ratio;
import comparison.harness.stats.Spread;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The first sentences of a report: which variant is ahead, by how much, what limits it, and how certain that is. They
 * are about throughput, or about CPU time per request if the server used less than half of the CPU time in use in some
 * cell.
 *
 * @param best id of the variant that is ahead; null if no variant has a figure that can be trusted
 * @param html the sentence, with HTML markup
 * @param limit what limits the throughput; empty if that was not measured
 * @param sure how certain the result is
 */
record Headline(@Nullable String best, String html, String limit, String sure) {

    static Headline of(Summary summary) {
        return of(summary, metric(summary, phase(summary)));
    }

    /** Writes the headline about this metric. */
    static Headline of(Summary summary, Primary metric) {
        if (summary.reference() == null) {
            return new Headline(null, "The experiments of the sources", "", "");
        }
        Comparator<Double> better =
                metric.metric().direction().moreIsBetter() ? Comparator.naturalOrder() : Comparator.reverseOrder();
        List<String> variants = variants(summary);
        Optional<String> best = variants.stream()
                .filter(variant ->
                        metric.of(summary.cells(), variant).isPresent() && !metric.failed(summary.cells(), variant))
                .max(Comparator.comparing(
                        variant -> metric.of(summary.cells(), variant)
                                .orElseThrow()
                                .median(),
                        better));
        return new Headline(
                best.orElse(null),
                best.map(variant -> sentence(summary, metric, variant))
                        .orElse("No throughput was measured that can be trusted."),
                Shares.sentence(summary.cells(), phase(summary)).orElse(""),
                sure(summary, metric, best));
    }

    private static String phase(Summary summary) {
        return summary.cells().stream().anyMatch(cell -> cell.phase().equals("warm")) ? "warm" : "cold";
    }

    private static Primary metric(Summary summary, String phase) {
        List<Cell> loads = summary.cells().stream()
                .filter(cell -> cell.phase().equals(phase))
                .toList();
        if (Shares.limitedByOthers(loads)) {
            return Primary.CPU;
        }
        return phase.equals("warm") ? Primary.WARM_THROUGHPUT : Primary.COLD_THROUGHPUT;
    }

    static List<String> variants(Summary summary) {
        return summary.cells().stream().map(Cell::variant).distinct().toList();
    }

    private static String sentence(Summary summary, Primary metric, String best) {
        Spread spread = metric.of(summary.cells(), best).orElseThrow();
        String name = "<b>" + Html.escaped(best) + "</b>";
        String reference = summary.reference();
        Optional<Comparison> comparison = summary.comparison(best, metric);
        if (comparison.isEmpty() || reference == null || !comparison.get().judgeable()) {
            return name + alone(metric, spread, variants(summary).size() > 1);
        }
        boolean cpu = metric == Primary.CPU;
        String times = cpu
                ? "%s needs %.2f times the CPU time per request of %s."
                : "%s serves %.2f times as many requests per second as %s.";
        // A ratio that may be noise must not read like a result.
        String form = comparison.get().different()
                ? times
                : comparison.get().verdict().equals(Comparison.EQUAL)
                        ? "Equal within ±10 %%: " + times
                        : "Undecided: %s is at %.2f times the "
                                + (cpu ? "CPU time per request" : "requests per second")
                                + " of %s, which may be noise.";
        return String.format(Locale.ROOT, form, name, comparison.get().ratio().estimate(), Html.escaped(reference));
    }

    private static String alone(Primary metric, Spread spread, boolean amongOthers) {
        String value = metric.metric().text(spread.median());
        if (metric == Primary.CPU) {
            // 1 ms per 1000 requests is 1 µs per request.
            return " needs %s µs of CPU time per request%s.".formatted(value, amongOthers ? ", the least" : "");
        }
        return "%s%s requests per second.".formatted(amongOthers ? " leads with " : " serves ", value);
    }

    private static String sure(Summary summary, Primary metric, Optional<String> best) {
        int starts = summary.invocations();
        Optional<Comparison> comparison = best.flatMap(variant -> summary.comparison(variant, metric));
        if (starts < Ratio.LEAST_STARTS) {
            return "How sure? Not at all yet: %s fresh start%s of each variant, too few for an interval. Measure with --invocations 12."
                    .formatted(starts, starts == 1 ? "" : "s");
        }
        return comparison
                .map(c -> "How sure? %s over %s fresh starts each: %s (95 %% interval); verdict after correction: %s."
                        .formatted(metric.title(), c.ratio().n(), Verdicts.quotient(c.ratio()), c.verdict()))
                .orElse("Intervals are 95 %% intervals of the median over %s fresh starts.".formatted(starts));
    }
}
