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
import java.util.Locale;
import java.util.Map;
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

    /** The metrics on offer, each in one phase. Start-up is taken from the cold cells. */
    private enum Choice {
        WARM_CPU("CPU per 1000, warm", Metric.CPU, Phase.WARM),
        COLD_CPU("CPU per 1000, cold", Metric.CPU, Phase.COLD),
        WARM_THROUGHPUT("Throughput, warm", Metric.THROUGHPUT, Phase.WARM),
        COLD_THROUGHPUT("Throughput, cold", Metric.THROUGHPUT, Phase.COLD),
        STARTUP("Start-up", Metric.STARTUP, Phase.COLD),
        MEMORY("Peak memory, warm", Metric.MEMORY, Phase.WARM);

        private final String title;

        @SuppressWarnings("ImmutableEnumChecker") // a metric is a record of words, numbers and enums
        private final Metric metric;

        private final Phase phase;

        Choice(String title, Metric metric, Phase phase) {
            this.title = title;
            this.metric = metric;
            this.phase = phase;
        }

        Column column() {
            return new Column(
                    title, metric.unit(), metric.digits(), metric.direction().moreIsBetter());
        }

        /** Finds the figure; null for a cell that must not be trusted. */
        @Nullable
        Figure of(List<Cell> cells) {
            return cells.stream()
                    .filter(cell -> cell.phase().equals(phase.label())
                            && cell.failures().isEmpty())
                    .flatMap(cell -> Stream.ofNullable(cell.figures().get(metric.key())))
                    .map(spread -> figure(spread, metric))
                    .findFirst()
                    .orElse(null);
        }
    }

    /** @param unit of the figures */
    private record Column(String title, String unit, int digits, boolean moreIsBetter) {}

    /** @param metrics in the order of the columns; null for a metric that the run lacks */
    private record Row(
            String run,
            String preset,
            String runtime,
            String variant,
            String stack,
            String packaging,
            String threads,
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
                Arrays.stream(Choice.values()).map(Choice::column).toList(),
                summaries(published).flatMap(PublishedIndex::rows).toList());
        Disk.write(
                page,
                Page.fill(
                        Page.resource("published.html"),
                        Map.of(
                                "css", Page.resource("page.css").strip(),
                                "data", Json.compact(data).replace("<", "\\u003c"),
                                "js", Page.resource("published.js").strip())));
    }

    /**
     * Reads the summaries, the newest run first. Profiles and comparisons of engines are in the same folder; their
     * names begin with a letter, those of runs with a digit.
     */
    private static Stream<Summary> summaries(Path published) {
        try (Stream<Path> folders = Files.list(published)) {
            return folders.sorted(Comparator.reverseOrder()).toList().stream()
                    .filter(folder ->
                            Character.isDigit(folder.getFileName().toString().charAt(0)))
                    .flatMap(folder -> Json.read(folder.resolve("summary.json"), Summary.class).stream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<Row> rows(Summary summary) {
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
                    Arrays.stream(Choice.values())
                            .map(choice -> choice.of(cells))
                            .toList());
        });
    }

    private static Figure figure(Spread spread, Metric metric) {
        return new Figure(
                scaled(spread.median(), metric),
                spread.low() == null ? null : scaled(spread.low(), metric),
                spread.high() == null ? null : scaled(spread.high(), metric),
                spread.values().stream()
                        .map(value -> value == null ? null : scaled(value, metric))
                        .toList());
    }

    /** Rounds to six digits, which is more than starts reproduce. */
    private static double scaled(double value, Metric metric) {
        return Double.parseDouble(String.format(Locale.ROOT, "%.6g", value * metric.scale()));
    }
}
