package comparison.harness.report;

import comparison.harness.metric.Metric;
import comparison.harness.metric.Source;
import comparison.harness.stats.Spread;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Draws the front page's chart as SVG: bars per variant, cold and warm, in the order of its table. Its colours follow
 * the reader's light or dark page, and it needs no font of this machine.
 */
public final class Chart {

    private static final int WIDTH = 940;
    private static final int PANEL_WIDTH = WIDTH / 2;
    private static final int PANEL_HEAD = 34;
    private static final int MARGIN = 12;
    private static final int LABELS = 170;
    /** More characters would reach the bars, so longer names are squeezed. */
    private static final int LONGEST_NAME = 24;

    private static final int VALUES = 64;
    private static final int BAR = 12;
    private static final int ROW = 34;
    private static final int LEGEND = 30;
    private static final int LONGEST = PANEL_WIDTH - LABELS - VALUES - MARGIN;

    private static final List<Metric> METRICS = List.of(Metric.THROUGHPUT, Metric.CPU, Metric.STARTUP, Metric.MEMORY);

    private Chart() {}

    /** Draws the chart of a summary. A missing figure has a dash instead of a bar. */
    public static String svg(Summary summary) {
        int panelHeight = PANEL_HEAD + ROW * summary.variants().size() + MARGIN;
        String panels = IntStream.range(0, METRICS.size())
                .mapToObj(i -> String.format(
                        Locale.ROOT,
                        "<g transform=\"translate(%d %d)\">\n%s</g>\n",
                        i % 2 * PANEL_WIDTH,
                        LEGEND + i / 2 * panelHeight,
                        panel(METRICS.get(i), summary)))
                .collect(Collectors.joining());
        int height = LEGEND + (METRICS.size() + 1) / 2 * panelHeight;
        return String.format(
                Locale.ROOT, """
                <svg xmlns="http://www.w3.org/2000/svg" width="%1$d" height="%2$d" viewBox="0 0 %1$d %2$d" role="img">
                <title>%3$s</title>
                <style>
                text { font: 12px system-ui, sans-serif; fill: #1f2328 }
                .title { font-weight: 600 }
                .cold { fill: #6ea8d8 }
                .warm { fill: #d9822b }
                .interval { stroke: #1f2328; stroke-width: 1.5; fill: none }
                @media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .interval { stroke: #e6edf3 } }
                </style>
                <rect class="cold" x="12" y="10" width="10" height="10"/><text x="27" y="19">cold: first load after the start</text>
                <rect class="warm" x="232" y="10" width="10" height="10"/><text x="247" y="19">warm: steady</text>%5$s
                %4$s</svg>
                """, WIDTH, height, Html.escaped("Run " + summary.run()), panels, legend(summary));
    }

    private static String panel(Metric metric, Summary summary) {
        double most = summary.cells().stream()
                .mapToDouble(cell -> reach(cell, metric))
                .max()
                .orElse(0);
        double perUnit = LONGEST / (most > 0 ? most : 1);
        String title = "%s: %s is better"
                .formatted(metric.heading(), metric.direction().moreIsBetter() ? "more" : "less");
        StringBuilder out = new StringBuilder(text(" class=\"title\"", 20, title));
        List<String> order = Answer.sorted(summary);
        for (Cell cell : summary.cells()) {
            int y = PANEL_HEAD + ROW * order.indexOf(cell.variant());
            boolean warm = cell.phase().equals("warm");
            boolean first = !warm || summary.cells().stream().noneMatch(other -> other.isOf(cell.variant(), "cold"));
            // Cold and warm are loads of the same start, so metrics of the start have one bar.
            boolean drawn = first || metric.source() != Source.START;
            // The second load shows the progress of the JIT compilers, not what a stack costs. The table has it.
            if (drawn && !cell.phase().equals("second")) {
                out.append(first ? text(squeezed(cell.variant()), y + BAR + 4, cell.variant()) : "")
                        .append(bar(cell, metric, y + (warm ? BAR + 1 : 0), perUnit));
            }
        }
        return out.toString();
    }

    private static String squeezed(String name) {
        return name.length() <= LONGEST_NAME
                ? ""
                : " textLength=\"%d\" lengthAdjust=\"spacingAndGlyphs\"".formatted(LABELS - 2 * MARGIN);
    }

    private static String text(String attributes, int y, String text) {
        return "<text%s x=\"%d\" y=\"%d\">%s</text>\n".formatted(attributes, MARGIN, y, Html.escaped(text));
    }

    /** Returns where the drawing of a cell ends: at its median, or at the upper end of its interval. */
    private static double reach(Cell cell, Metric metric) {
        return cell.figure(metric)
                .map(spread -> Math.max(spread.median(), Objects.requireNonNullElse(spread.high(), 0.0)))
                .orElse(0.0);
    }

    private static String bar(Cell cell, Metric metric, int y, double perUnit) {
        Optional<Spread> spread = cell.figure(metric);
        double median = spread.map(Spread::median).orElse(0.0);
        return String.format(
                Locale.ROOT,
                "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>%s<text x=\"%.1f\" y=\"%d\">%s</text>\n",
                cell.phase(),
                LABELS,
                y,
                median * perUnit,
                BAR,
                spread.map(found -> interval(found, perUnit, y)).orElse(""),
                LABELS + reach(cell, metric) * perUnit + 5,
                y + BAR - 1,
                spread.isPresent() ? metric.text(median) : Table.EMPTY);
    }

    /** Draws the 95 % interval of the median as a line with a mark at each end; empty if there are too few starts. */
    private static String interval(Spread spread, double perUnit, int y) {
        Double low = spread.low();
        Double high = spread.high();
        if (low == null || high == null) {
            return "";
        }
        return String.format(
                Locale.ROOT,
                "<path class=\"interval\" d=\"M%1$.1f %3$d v%4$d M%1$.1f %5$d H%2$.1f M%2$.1f %3$d v%4$d\"/>",
                LABELS + low * perUnit,
                LABELS + high * perUnit,
                y + 2,
                BAR - 4,
                y + BAR / 2);
    }

    private static String legend(Summary summary) {
        boolean intervals = summary.cells().stream()
                .flatMap(cell -> cell.figures().values().stream())
                .anyMatch(spread -> spread.low() != null);
        return intervals
                ? "<path class=\"interval\" d=\"M382 11 v8 M382 15 H402 M402 11 v8\"/><text x=\"409\" y=\"19\">95 % interval of the median</text>"
                : "";
    }
}
