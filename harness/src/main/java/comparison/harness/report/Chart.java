package comparison.harness.report;

import comparison.harness.metric.Metric;
import comparison.harness.metric.Source;
import comparison.harness.stats.Spread;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Draws the chart above the published table as SVG: bars per variant, cold and warm. Its colours follow the reader's
 * light or dark page, and it needs no font of this machine.
 */
public final class Chart {

    private static final int WIDTH = 940;
    private static final int PANEL_WIDTH = WIDTH / 2;
    private static final int PANEL_HEAD = 34;
    private static final int MARGIN = 12;
    private static final int LABELS = 170;
    private static final int VALUES = 64;
    private static final int BAR = 12;
    private static final int ROW = 34;
    private static final int LEGEND = 30;

    private static final List<Panel> PANELS = List.of(
            new Panel(Metric.THROUGHPUT), new Panel(Metric.CPU), new Panel(Metric.STARTUP), new Panel(Metric.MEMORY));

    private record Panel(Metric metric) {

        String title() {
            return "%s: %s is better"
                    .formatted(metric.heading(), metric.direction().moreIsBetter() ? "more" : "less");
        }

        double scale() {
            return metric.scale();
        }

        @Nullable
        Spread spread(Cell cell) {
            return cell.figures().get(metric.key());
        }

        /**
         * Where the drawing of a cell ends, in the metric's unit: at its median, or at the upper end of its interval.
         */
        double reach(Cell cell) {
            Spread spread = spread(cell);
            if (spread == null) {
                return 0;
            }
            Double high = spread.high();
            return (high == null ? spread.median() : Math.max(high, spread.median())) * metric.scale();
        }
    }

    private Chart() {}

    /** Draws the chart of a summary. A missing figure has a dash instead of a bar. */
    public static String svg(Summary summary) {
        List<String> variants = summary.variants();
        int panelHeight = PANEL_HEAD + ROW * variants.size() + MARGIN;
        String panels = IntStream.range(0, PANELS.size())
                .mapToObj(i -> String.format(
                        Locale.ROOT,
                        "<g transform=\"translate(%d %d)\">\n%s</g>\n",
                        i % 2 * PANEL_WIDTH,
                        LEGEND + i / 2 * panelHeight,
                        panel(PANELS.get(i), variants, summary.cells())))
                .collect(Collectors.joining());
        int height = LEGEND + (PANELS.size() + 1) / 2 * panelHeight;
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

    private static String panel(Panel panel, List<String> variants, List<Cell> cells) {
        double most = cells.stream().mapToDouble(panel::reach).max().orElse(0);
        double largest = most > 0 ? most : 1;
        StringBuilder out = new StringBuilder(String.format(
                Locale.ROOT,
                "<text class=\"title\" x=\"%d\" y=\"20\">%s</text>\n",
                MARGIN,
                Html.escaped(panel.title())));
        // Cold and warm are loads of the same start, so metrics of the start have one bar.
        Predicate<Cell> shown = panel.metric().source() == Source.START
                ? cell -> !cell.phase().equals("warm") || cells.stream().noneMatch(other -> isColdOf(other, cell))
                : cell -> true;
        // The second load shows the progress of the JIT compilers, not what a stack costs. The table has it.
        for (Cell cell : cells.stream()
                .filter(shown)
                .filter(cell -> !cell.phase().equals("second"))
                .toList()) {
            int y = PANEL_HEAD + ROW * variants.indexOf(cell.variant());
            boolean warm = cell.phase().equals("warm");
            if (!warm || cells.stream().noneMatch(other -> isColdOf(other, cell))) {
                out.append(String.format(
                        Locale.ROOT,
                        "<text x=\"%d\" y=\"%d\">%s</text>\n",
                        MARGIN,
                        y + BAR + 4,
                        Html.escaped(cell.variant())));
            }
            out.append(bar(panel, cell, y + (warm ? BAR + 1 : 0), largest));
        }
        return out.toString();
    }

    private static boolean isColdOf(Cell cell, Cell warm) {
        return cell.variant().equals(warm.variant()) && cell.phase().equals("cold");
    }

    private static String bar(Panel panel, Cell cell, int y, double largest) {
        Spread spread = panel.spread(cell);
        double perUnit = (PANEL_WIDTH - LABELS - VALUES - MARGIN) / largest;
        double length = spread == null ? 0 : spread.median() * panel.scale() * perUnit;
        String text = spread == null ? Table.EMPTY : panel.metric().text(spread.median());
        return String.format(
                Locale.ROOT,
                "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>%s<text x=\"%.1f\" y=\"%d\">%s</text>\n",
                cell.phase(),
                LABELS,
                y,
                length,
                BAR,
                spread == null ? "" : interval(spread, panel.scale() * perUnit, y),
                LABELS + panel.reach(cell) * perUnit + 5,
                y + BAR - 1,
                text);
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
