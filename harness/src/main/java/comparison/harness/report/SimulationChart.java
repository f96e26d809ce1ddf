package comparison.harness.report;

import comparison.harness.report.Simulated.Second;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What happened second by second on one start, as pictures that need no script: response times, failures, memory and Java heap. */
final class SimulationChart {

    private static final int WIDTH = 640;
    private static final int HEIGHT = 110;
    private static final int TOP = 18;

    private static final List<Curve> MEMORY = List.of(
            new Curve("median", "", "all but files (thick)", Second::anonMiB),
            new Curve(
                    "heap-capacity",
                    "stroke:var(--muted);stroke-dasharray:5 3",
                    "heap capacity (dashed)",
                    Second::heapCapacityMiB),
            new Curve("heap-used", "stroke:var(--warm);stroke-width:1.5", "heap used (thin)", Second::heapUsedMiB));

    private SimulationChart() {}

    /** Returns a figure; empty if the file is older than its seconds, or nothing was sent. */
    static String of(Simulated result) {
        List<Second> seconds = result.seconds();
        if (seconds.isEmpty()) {
            return "";
        }
        int end = Math.max(1, seconds.getLast().second());
        String name = "%s, %s #%d".formatted(result.simulation(), result.variant(), result.invocation());
        return """
                <figure class="seconds"><figcaption>%s, second by second</figcaption>
                %s%s%s</figure>
                """.formatted(
                        Markup.escaped(name),
                        lines(name + ": response times", seconds, end),
                        result.errors() == 0 ? "" : bars(name + ": failures", seconds, end),
                        memory(name + ": memory", seconds, end));
    }

    private static String lines(String name, List<Second> seconds, int end) {
        double most = seconds.stream()
                .mapToDouble(second -> (double) second.maxMillis())
                .max()
                .orElse(0);
        return svg(
                name,
                "response time, ms: slowest of each second (thin), median (thick); at most " + number(most),
                polyline("slowest", seconds, end, second -> (double) second.maxMillis(), most)
                        + polyline("median", seconds, end, second -> (double) second.p50Millis(), most));
    }

    private static String bars(String name, List<Second> seconds, int end) {
        double most = seconds.stream()
                .mapToDouble(second -> (double) second.errors())
                .max()
                .orElse(0);
        String bars = seconds.stream()
                .filter(second -> second.errors() > 0)
                .map(second -> "<path class=\"failed\" d=\"M%s %d V%s\"><title>second %d: %d failed</title></path>"
                        .formatted(
                                x(second, end),
                                HEIGHT,
                                y((double) second.errors(), most),
                                second.second(),
                                second.errors()))
                .collect(Collectors.joining());
        return svg(name, "failed requests of each second; at most " + number(most), bars);
    }

    /** A line in the picture of memory, and its name in the legend. */
    private record Curve(String kind, String style, String legend, Function<Second, @Nullable Double> mebibytes) {

        boolean isKnown(Second second) {
            return mebibytes.apply(second) != null;
        }

        double of(Second second) {
            Double value = mebibytes.apply(second);
            return value == null ? 0 : value;
        }

        String line(List<Second> seconds, int end, double most) {
            return polyline(kind, style, seconds.stream().filter(this::isKnown).toList(), end, this::of, most);
        }
    }

    /** What was not measured is no line at the bottom, and the legend says so. */
    private static String memory(String name, List<Second> seconds, int end) {
        List<Curve> curves = MEMORY.stream()
                .filter(curve -> seconds.stream().anyMatch(curve::isKnown))
                .toList();
        if (curves.isEmpty()) {
            return "";
        }
        double most = curves.stream()
                .flatMapToDouble(curve -> seconds.stream().mapToDouble(curve::of))
                .max()
                .orElse(0);
        String meaning = "memory of the server, MiB, at most %s: %s%s"
                .formatted(
                        number(most),
                        curves.stream().map(Curve::legend).collect(Collectors.joining(", ")),
                        curves.contains(MEMORY.getLast()) ? "" : "; heap not measured");
        return svg(
                name,
                meaning,
                curves.stream().map(curve -> curve.line(seconds, end, most)).collect(Collectors.joining()));
    }

    private static String polyline(
            String kind, List<Second> seconds, int end, ToDoubleFunction<Second> value, double most) {
        return polyline(kind, "", seconds, end, value, most);
    }

    private static String polyline(
            String kind, String style, List<Second> seconds, int end, ToDoubleFunction<Second> value, double most) {
        String points = seconds.stream()
                .map(second -> x(second, end) + "," + y(value.applyAsDouble(second), most))
                .collect(Collectors.joining(" "));
        return "<polyline class=\"%s\"%s points=\"%s\"/>"
                .formatted(kind, style.isEmpty() ? "" : " style=\"" + style + "\"", points);
    }

    private static String svg(String name, String meaning, String marks) {
        return """
                <svg viewBox="0 0 %d %d" role="img" aria-label="%s"><text x="0" y="12">%s</text><path class="zero" d="M0 %d H%d"/>%s</svg>
                """.formatted(WIDTH, HEIGHT + 1, Markup.escaped(name), Markup.escaped(meaning), HEIGHT, WIDTH, marks);
    }

    /** The last second of the load is the right edge of every picture, even where memory was read no longer. */
    private static String x(Second second, int end) {
        return number(second.second() * (double) WIDTH / end);
    }

    private static String y(double value, double most) {
        return number(HEIGHT - (most > 0 ? value / most * (HEIGHT - TOP) : 0));
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value).replaceAll("\\.0$", "");
    }
}
