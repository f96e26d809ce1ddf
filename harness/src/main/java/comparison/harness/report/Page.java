package comparison.harness.report;

import com.samskivert.mustache.Mustache;
import comparison.harness.metric.Metric;
import comparison.harness.probe.Heap;
import comparison.harness.probe.Reading;
import comparison.harness.record.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes {@code report.html}: a single page that loads no other file. Text and tables are HTML; a script in the page
 * draws the charts.
 */
final class Page {

    static final String ECHARTS_VERSION = "6.0.0";
    static final String ECHARTS =
            "/META-INF/resources/_static/echarts/%s/dist/echarts.common.min.js".formatted(ECHARTS_VERSION);

    private static final double MIB = 1 << 20;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final int MOST_POINTS = 75;

    /** The data of the script. Times are in ms or s since the load began. */
    private record Data(@Nullable String best, @Nullable String reference, List<Row> rows) {}

    private record Row(
            String variant,
            String phase,
            int invocation,
            Map<String, Percentiles> latency,
            @Nullable Interval throughput,
            List<Timeline.Window> windows,
            List<Timeline.Point> dots,
            List<Timeline.Point> memory,
            List<Timeline.Point> heap,
            List<Timeline.Point> capacity,
            List<Timeline.Point> cpu) {}

    private record Interval(
            double median, @Nullable Double low, @Nullable Double high) {}

    private Page() {}

    static String of(Summarizer.Results results) {
        Summary summary = results.summary();
        Headline headline = Headline.of(summary);
        Data data = new Data(
                headline.best(),
                summary.reference(),
                results.rows().parallelStream().map(Page::row).toList());
        return fill(
                "page.html",
                Map.ofEntries(
                        Map.entry("title", title(summary)),
                        Map.entry("dots", Integer.toString(Timeline.DOTS)),
                        Map.entry("headline", headline.html()),
                        Map.entry("limit", headline.limit()),
                        Map.entry("sure", headline.sure()),
                        Map.entry("problems", Html.of(Report.problems(summary), "")),
                        Map.entry("cards", Cards.html(summary)),
                        Map.entry("sections", Html.of(Report.sections(summary, results.simulated()))),
                        // No text in the data can end the script element that contains it.
                        Map.entry("data", Json.compact(data).replace("<", "\\u003c")),
                        Map.entry("echarts", resource(ECHARTS)),
                        Map.entry("js", script("page.js"))));
    }

    private static String title(Summary summary) {
        return "%s, preset %s, runtime %s".formatted(summary.run(), summary.preset(), summary.runtime());
    }

    /**
     * Fills in a page of this package, and the style that all pages share. Text for {@code {{x}}} is escaped, HTML for
     * {@code {{{x}}}} is not.
     */
    static String fill(String name, Map<String, String> parts) {
        Map<String, String> all = new HashMap<>(parts);
        all.put("css", resource("page.css").strip());
        return Mustache.compiler()
                .withLoader(part -> new StringReader(resource(part)))
                .compile(resource(name))
                .execute(all);
    }

    /** Reads the script of a page, preceded by the script that all pages share. */
    static String script(String name) {
        return resource("theme.js") + resource(name).strip();
    }

    static String resource(String name) {
        try (InputStream text = Objects.requireNonNull(Page.class.getResourceAsStream(name), name)) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Row row(Summarizer.Measured measured) {
        Cell cell = measured.cell();
        Optional<Figures> typical = typical(measured);
        Optional<Timeline> timeline = typical.flatMap(Figures::timeline);
        List<Reading> server = typical.map(Figures::server)
                .map(windows -> joined(windows, Reading::atMillis, Reading::later))
                .orElse(List.of());
        List<Heap> heap = typical.map(Figures::heap)
                .map(windows -> joined(windows, Heap::atMillis, Heap::later))
                .orElse(List.of());
        return new Row(
                cell.variant(),
                cell.phase(),
                typical.map(Figures::invocation).orElse(0),
                cell.latency(),
                cell.figure(Metric.THROUGHPUT)
                        .map(total -> new Interval(total.median(), total.low(), total.high()))
                        .orElse(null),
                timeline.map(Timeline::windows).orElse(List.of()),
                timeline.map(Timeline::dots).orElse(List.of()),
                mebibytes(server, Reading::atMillis, Reading::anonBytes),
                mebibytes(heap, Heap::atMillis, Heap::usedBytes),
                mebibytes(heap, Heap::atMillis, Heap::capacityBytes),
                cpu(server));
    }

    /** Finds the start whose throughput is nearest to the median; the first of several. */
    private static Optional<Figures> typical(Summarizer.Measured measured) {
        String key = Metric.THROUGHPUT.key();
        return measured.cell()
                .figure(Metric.THROUGHPUT)
                .flatMap(total -> measured.invocations().stream()
                        .filter(figures -> figures.values().containsKey(key))
                        .min(Comparator.comparingDouble(figures ->
                                Math.abs(Objects.requireNonNull(figures.values().get(key)) - total.median()))));
    }

    /** Joins the windows of a load, without the time between them, in which other servers are loaded. */
    private static <T> List<T> joined(List<List<T>> windows, ToLongFunction<T> atMillis, BiFunction<T, Long, T> later) {
        List<T> all = new ArrayList<>();
        for (List<T> window : windows) {
            if (!window.isEmpty()) {
                long gap = all.isEmpty()
                        ? 0
                        : atMillis.applyAsLong(all.getLast()) - atMillis.applyAsLong(window.getFirst());
                window.forEach(reading -> all.add(later.apply(reading, gap)));
            }
        }
        return all;
    }

    /** A JVM without a collection so far reports 0, which is not a heap size. */
    private static <T> List<Timeline.Point> mebibytes(
            List<T> readings, ToLongFunction<T> atMillis, ToLongFunction<T> bytes) {
        return thinned(readings).stream()
                .filter(reading -> bytes.applyAsLong(reading) > 0)
                .map(reading -> new Timeline.Point(
                        seconds(atMillis.applyAsLong(reading) - atMillis.applyAsLong(readings.getFirst())),
                        rounded(bytes.applyAsLong(reading) / MIB, 10)))
                .toList();
    }

    private static List<Timeline.Point> cpu(List<Reading> readings) {
        List<Reading> some = thinned(readings);
        List<Timeline.Point> points = new ArrayList<>();
        for (int i = 1; i < some.size(); i++) {
            Reading before = some.get(i - 1);
            Reading now = some.get(i);
            long millis = now.atMillis() - before.atMillis();
            if (millis > 0) {
                double used = (now.cpuNanos() - before.cpuNanos()) / NANOS_PER_MILLI / millis;
                points.add(new Timeline.Point(
                        seconds(now.atMillis() - some.getFirst().atMillis()), rounded(used, 100)));
            }
        }
        return points;
    }

    /** Converts to seconds; a tenth is fine enough, because a reading is taken every 200 ms. */
    private static double seconds(long millis) {
        return rounded(millis / 1000.0, 10);
    }

    private static double rounded(double value, double stepsPerUnit) {
        return Math.round(value * stepsPerUnit) / stepsPerUnit;
    }

    private static <T> List<T> thinned(List<T> readings) {
        int step = Math.max(1, (readings.size() + MOST_POINTS - 1) / MOST_POINTS);
        return IntStream.iterate(0, i -> i < readings.size(), i -> i + step)
                .mapToObj(readings::get)
                .toList();
    }
}
