package comparison.harness.report;

import comparison.harness.stats.Ratio;
import comparison.harness.stats.Spread;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a reader sees first: who is ahead, by how much, how sure.
 *
 * @param best variant with the highest throughput; null if there is none
 * @param html the sentence
 * @param sure how sure that is
 * @param lead how to read the cards
 */
record Headline(@Nullable String best, String html, String sure, String lead) {

    static Headline of(Summary summary) {
        Primary metric = summary.cells().stream().anyMatch(cell -> cell.phase().equals("warm"))
                ? Primary.WARM_THROUGHPUT
                : Primary.COLD_THROUGHPUT;
        List<String> variants = variants(summary);
        Optional<String> best = variants.stream()
                .filter(variant ->
                        metric.of(summary.cells(), variant).isPresent() && !metric.failed(summary.cells(), variant))
                .max(Comparator.comparingDouble(variant ->
                        metric.of(summary.cells(), variant).orElseThrow().median()));
        return new Headline(
                best.orElse(null),
                best.map(variant -> sentence(summary, metric, variant))
                        .orElse("No throughput was measured that can be trusted."),
                sure(summary, metric, best),
                lead(summary));
    }

    static List<String> variants(Summary summary) {
        return summary.cells().stream().map(Cell::variant).distinct().toList();
    }

    private static String sentence(Summary summary, Primary metric, String best) {
        Spread spread = metric.of(summary.cells(), best).orElseThrow();
        String name = "<b>" + Markup.escaped(best) + "</b>";
        String reference = summary.reference();
        Optional<Comparison> comparison = comparison(summary, metric, best);
        if (comparison.isEmpty()
                || reference == null
                || comparison.get().verdict().equals(Comparison.FAILED)) {
            String led = variants(summary).size() > 1 ? " leads with " : " serves ";
            return name + String.format(Locale.ROOT, "%s%.0f requests per second.", led, spread.median());
        }
        // A quotient that may be noise is no headline.
        String form = comparison.get().different()
                ? "%s serves %.2f times as many requests per second as %s."
                : comparison.get().verdict().equals(Comparison.EQUAL)
                        ? "Equal within ±10 %%: %s serves %.2f times as many requests per second as %s."
                        : "Undecided: %s is at %.2f times the requests per second of %s, which may be noise.";
        return String.format(Locale.ROOT, form, name, comparison.get().ratio().estimate(), Markup.escaped(reference));
    }

    private static Optional<Comparison> comparison(Summary summary, Primary metric, String variant) {
        return summary.comparisons().stream()
                .filter(c -> c.metric() == metric && c.variant().equals(variant))
                .findFirst();
    }

    private static String sure(Summary summary, Primary metric, Optional<String> best) {
        int starts = summary.invocations();
        Optional<Comparison> comparison = best.flatMap(variant -> comparison(summary, metric, variant));
        if (starts < Ratio.LEAST_STARTS) {
            return "How sure? Not at all yet: %s fresh start%s of each variant, too few for an interval. Measure with --invocations 12."
                    .formatted(starts, starts == 1 ? "" : "s");
        }
        return comparison
                .map(c -> "How sure? %s by %s fresh starts each: %s (95 %% interval); verdict after correction: %s."
                        .formatted(metric.title(), c.ratio().n(), Verdicts.quotient(c.ratio()), c.verdict()))
                .orElse("Intervals are 95 %% intervals of the median over %s fresh starts.".formatted(starts));
    }

    private static String lead(Summary summary) {
        String reference = Objects.requireNonNullElse(summary.reference(), "the first variant");
        String few = summary.invocations() == 1 ? "Each bar is one start." : "Each ring is one start.";
        String interval = summary.invocations() < Spread.ENOUGH_FOR_AN_INTERVAL
                ? few
                : "Each ring is one start, the line is the 95 % interval of the median; a filled ring is far from the others and counts all the same. Words are corrected for their number, so an interval may just miss 1 without a verdict.";
        return "Quotients are to %s. %s".formatted(reference, interval);
    }
}
