package comparison.harness.report;

import comparison.harness.report.History.Point;
import comparison.harness.stats.Spread;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A history as a page that needs nothing else and no script: per variant and phase a picture of medians with their intervals,
 * from zero on, and the table below it.
 */
public final class HistoryPage {

    private static final int WIDTH = 640;
    private static final int HEIGHT = 130;
    private static final int EDGE = 16;

    private HistoryPage() {}

    /** Returns the page. */
    public static String of(History history) {
        String title = "%s over all runs".formatted(history.metric().key());
        String body = history.lines().entrySet().stream()
                .map(line -> section(history, line.getKey(), line.getValue()))
                .collect(Collectors.joining());
        return Page.resource("history.html")
                .replace("{{css}}", Page.resource("page.css").strip())
                .replace("{{title}}", Markup.escaped(title))
                .replace("{{unit}}", Markup.escaped(history.metric().unit()))
                .replace("{{body}}", body.isEmpty() ? "<p>No run has it.</p>" : body);
    }

    private static String section(History history, String name, List<Point> points) {
        List<List<String>> rows = points.reversed().stream()
                .map(point -> List.of(point.run(), history.value(point.value())))
                .toList();
        return """
                <section><h2>%s</h2>
                <figure>%s</figure>
                <div class="scroll" tabindex="0">%s</div></section>
                """.formatted(
                        Markup.escaped(name),
                        picture(name, points),
                        Markup.table(List.of("Run, the newest first", "Median and 95 % interval"), rows, "history"));
    }

    private static String picture(String name, List<Point> points) {
        double most =
                points.stream().mapToDouble(point -> point.value().max()).max().orElse(0);
        double perUnit = most > 0 ? (HEIGHT - 2 * EDGE) / most : 0;
        double step = points.size() > 1 ? (WIDTH - 2.0 * EDGE) / (points.size() - 1) : 0;
        String marks = IntStream.range(0, points.size())
                .mapToObj(i -> mark(points.get(i), EDGE + i * step, perUnit))
                .collect(Collectors.joining());
        String line = IntStream.range(0, points.size())
                .mapToObj(i -> "%s,%s"
                        .formatted(
                                number(EDGE + i * step),
                                number(y(points.get(i).value().median(), perUnit))))
                .collect(Collectors.joining(" "));
        return """
                <svg viewBox="0 0 %s %s" role="img" aria-label="%s, the oldest run at the left"><path class="zero" d="M0 %s H%s"/><polyline points="%s"/>%s</svg>
                """.formatted(WIDTH, HEIGHT, Markup.escaped(name), number(y(0, 0)), WIDTH, line, marks)
                .strip();
    }

    private static String mark(Point point, double x, double perUnit) {
        Spread spread = point.value();
        Double low = spread.low();
        Double high = spread.high();
        String interval = low == null || high == null
                ? ""
                : "<path d=\"M%s %s V%s\"/>".formatted(number(x), number(y(low, perUnit)), number(y(high, perUnit)));
        return "<g><title>%s</title>%s<circle cx=\"%s\" cy=\"%s\" r=\"4\"/></g>"
                .formatted(Markup.escaped(point.run()), interval, number(x), number(y(spread.median(), perUnit)));
    }

    private static double y(double value, double perUnit) {
        return HEIGHT - EDGE - value * perUnit;
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
