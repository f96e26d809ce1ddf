package comparison.harness.report;

import comparison.harness.metric.Metric;
import comparison.harness.record.Disk;
import comparison.harness.record.Json;
import comparison.harness.stats.Spread;
import comparison.harness.workload.Phase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes {@code results/index.html}: all published runs, with filters and a comparison of any two variants. The page
 * loads no other file.
 */
public final class PublishedIndex {

    private static final Set<String> PHASES =
            Arrays.stream(Phase.values()).map(Phase::label).collect(Collectors.toUnmodifiableSet());

    /** The metrics on offer. */
    private static final List<View> VIEWS = List.of(
            View.of(Metric.CPU, Phase.WARM),
            View.of(Metric.CPU, Phase.COLD),
            View.of(Metric.THROUGHPUT, Phase.WARM),
            View.of(Metric.THROUGHPUT, Phase.COLD),
            View.of(Metric.STARTUP, Phase.COLD, Phase.WARM),
            View.of(Metric.MEMORY, Phase.WARM));

    /** @param unit of the figures */
    private record Column(String title, String unit, int digits, boolean moreIsBetter) {
        static Column of(View view) {
            Metric metric = view.metric();
            return new Column(
                    view.title(),
                    metric.unit(),
                    metric.digits(),
                    metric.direction().moreIsBetter());
        }
    }

    /**
     * @param otherSql whether the database does other work for it than for the others of its run
     * @param belowStandard whether the run misses the standards of {@code ./bench publish}
     * @param metrics in the order of the columns; null for a metric that the run lacks
     */
    private record Row(
            String run,
            String preset,
            String runtime,
            String variant,
            String stack,
            String packaging,
            String threads,
            boolean otherSql,
            boolean belowStandard,
            List<@Nullable Figure> metrics) {}

    /** @param values by round, null for a round without the figure */
    private record Figure(
            double median, @Nullable Double low, @Nullable Double high, List<@Nullable Double> values) {}

    private record Data(List<Column> columns, List<Row> rows) {}

    private PublishedIndex() {}

    /**
     * Writes the page about all runs in a folder.
     *
     * @param published the folder of the published runs
     * @param page the file to write, in the folder's parent
     */
    public static void write(Path published, Path page) {
        Data data = new Data(
                VIEWS.stream().map(Column::of).toList(),
                summaries(published).stream()
                        .flatMap(summary ->
                                rows(summary, PublishedPage.missesStandards(published.resolve(summary.run()))))
                        .toList());
        Disk.write(
                page,
                Page.fill(
                        "published.html",
                        Map.of(
                                "title", "Published runs",
                                "data", Json.compact(data).replace("<", "\\u003c"),
                                "js", Page.script("published.js"))));
    }

    /**
     * Reads the summaries, the newest run first. Profiles and comparisons of engines are in the same folder; their
     * names begin with a letter, those of runs with a digit.
     */
    private static List<Summary> summaries(Path published) {
        try (Stream<Path> folders = Files.list(published)) {
            return folders.sorted(Comparator.reverseOrder())
                    .filter(folder ->
                            Character.isDigit(folder.getFileName().toString().charAt(0)))
                    .flatMap(folder -> Json.read(folder.resolve("summary.json"), Summary.class).stream())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<Row> rows(Summary summary, boolean belowStandard) {
        Map<String, List<Cell>> variants = summary.cells().stream()
                .filter(cell -> PHASES.contains(cell.phase()))
                .collect(Collectors.groupingBy(Cell::variant, LinkedHashMap::new, Collectors.toList()));
        return variants.values().stream().map(cells -> {
            Cell cell = cells.getFirst();
            return new Row(
                    summary.run(),
                    summary.preset(),
                    summary.runtime(),
                    cell.variant(),
                    cell.stack(),
                    cell.jvm(),
                    cell.virtualThreads() ? "virtual" : "platform",
                    summary.otherSql().contains(cell.variant()),
                    belowStandard,
                    VIEWS.stream()
                            .map(view -> shown(view, summary) ? figure(view, cells, cell.variant()) : null)
                            .toList());
        });
    }

    /** A throughput that was set is an input and says nothing about the server. */
    private static boolean shown(View view, Summary summary) {
        return !(view.metric().isThroughput() && summary.rateIsSet());
    }

    /** Finds a figure; null if it is missing or its cell must not be trusted. */
    private static @Nullable Figure figure(View view, List<Cell> cells, String variant) {
        return view.cell(cells, variant)
                .filter(cell -> !cell.failed())
                .flatMap(cell -> cell.figure(view.metric()))
                .map(spread -> figure(spread, view.metric()))
                .orElse(null);
    }

    private static Figure figure(Spread spread, Metric metric) {
        return new Figure(
                Objects.requireNonNull(scaled(spread.median(), metric)),
                scaled(spread.low(), metric),
                scaled(spread.high(), metric),
                spread.values().stream().map(value -> scaled(value, metric)).toList());
    }

    private static @Nullable Double scaled(@Nullable Double value, Metric metric) {
        return value == null ? null : Summarizer.rounded(value * metric.scale());
    }
}
