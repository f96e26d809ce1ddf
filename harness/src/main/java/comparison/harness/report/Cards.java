package comparison.harness.report;

import comparison.harness.stats.Spread;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Renders one card per primary metric: all variants as HTML bars, sorted by their medians, the best first. Variants
 * that failed come last and are never marked as the best: a server that answers errors may be quick.
 */
final class Cards {

    /** Length of the longest bar, in percent. The rest is room for the end of its interval. */
    private static final double FULL = 96;

    private record Line(String variant, Spread spread, boolean failed, Optional<Comparison> comparison) {}

    private Cards() {}

    /** Renders all cards; empty if no cell has a primary metric, as in a run of simulations. */
    static String html(Summary summary) {
        String cards = Arrays.stream(Primary.values())
                .map(metric -> card(summary, metric))
                .collect(Collectors.joining());
        return cards.isEmpty() ? "" : """
                <section aria-labelledby="h-primary">
                <h2 id="h-primary">Who is ahead</h2>
                <p class="lead">%s</p>
                <div class="cards">
                %s</div>
                </section>""".formatted(Html.escaped(lead(summary)), cards);
    }

    private static String lead(Summary summary) {
        String reference = Objects.requireNonNullElse(summary.reference(), "the first variant");
        String few = summary.invocations() == 1 ? "Each bar is one start." : "Each ring is one start.";
        String interval = summary.invocations() < Spread.ENOUGH_FOR_AN_INTERVAL
                ? few
                : "Each ring is one start, the line is the 95 % interval of the median; a filled ring is far from the others and counts all the same. An interval may exclude 1 without a verdict: "
                        + Verdicts.RULE + ".";
        return "Ratios are to %s. %s".formatted(reference, interval);
    }

    private static String card(Summary summary, Primary metric) {
        Comparator<Line> ascending =
                Comparator.comparingDouble(line -> line.spread().median());
        Comparator<Line> bestFirst = metric.metric().direction().moreIsBetter() ? ascending.reversed() : ascending;
        List<Line> lines = summary.variants().stream()
                .flatMap(variant -> metric.of(summary.cells(), variant).stream()
                        .map(spread -> new Line(
                                variant,
                                spread,
                                metric.failed(summary.cells(), variant),
                                summary.comparison(variant, metric))))
                .sorted(Comparator.comparing(Line::failed).thenComparing(bestFirst))
                .toList();
        if (lines.isEmpty()) {
            return "";
        }
        double most =
                lines.stream().mapToDouble(line -> line.spread().max()).max().orElse(1);
        double scale = most > 0 ? FULL / most : 0;
        String best = Headline.ranked(summary, metric).stream().findFirst().orElse("");
        String rows = lines.stream()
                .map(line -> row(metric, line, line.variant().equals(best), scale, summary.reference()))
                .collect(Collectors.joining());
        return "<article class=\"card\"><h3>%s, %s</h3><p class=\"dir\">%s is better</p>%s</article>\n"
                .formatted(
                        metric.title(),
                        metric.metric().unit(),
                        metric.metric().direction().moreIsBetter() ? "more" : "less",
                        rows);
    }

    private static String row(
            Primary metric,
            Line line,
            boolean best,
            double scale,
            @org.jspecify.annotations.Nullable String reference) {
        Spread spread = line.spread();
        String marks = interval(spread, scale) + dots(spread, scale);
        String beside = line.comparison()
                .map(c -> "<span class=\"%s\">%s, %s</span>"
                        .formatted(kind(c), c.ratio().text(2), Html.escaped(c.verdict())))
                .orElse(line.variant().equals(reference) ? reference(line) : "");
        return """
                <div class="row%s"><span class="name">%s</span><span class="say"><span>%s</span>%s</span><span class="track"><i class="bar" style="width:%s%%"></i>%s</span></div>
                """.formatted(
                        best ? " best" : "",
                        Html.escaped(line.variant()),
                        value(metric, spread),
                        beside,
                        percent(spread.median() * scale),
                        marks);
    }

    private static String reference(Line line) {
        return line.failed() ? "<span class=\"few\">reference, failed</span>" : "<span class=\"same\">reference</span>";
    }

    private static String kind(Comparison c) {
        if (!c.different()) {
            return c.verdict().equals(Comparison.EQUAL) ? "same" : "few";
        }
        return c.metric().isBetter(c.ratio().estimate()) ? "better" : "worse";
    }

    private static String value(Primary metric, Spread spread) {
        Double low = spread.low();
        Double high = spread.high();
        String median = "<strong>" + metric.metric().text(spread.median()) + "</strong>";
        return low == null || high == null
                ? median
                : "%s <small>[%s–%s]</small>"
                        .formatted(
                                median,
                                metric.metric().text(low),
                                metric.metric().text(high));
    }

    private static String interval(Spread spread, double scale) {
        Double low = spread.low();
        Double high = spread.high();
        return low == null || high == null
                ? ""
                : "<i class=\"range\" style=\"left:%s%%;width:%s%%\"></i>"
                        .formatted(percent(low * scale), percent((high - low) * scale));
    }

    private static String dots(Spread spread, double scale) {
        return spread.n() == 1
                ? ""
                : spread.present().stream()
                        .map(value -> "<i class=\"dot%s\" style=\"left:%s%%\"></i>"
                                .formatted(spread.outliers().contains(value) ? " out" : "", percent(value * scale)))
                        .collect(Collectors.joining());
    }

    private static String percent(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
