package comparison.harness.report;

import comparison.harness.metric.Metric;
import comparison.harness.stats.Spread;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The article's table with additional columns: headings and rows as text, independent of the output format. */
final class Table {

    /** Placeholder for a missing figure. */
    static final String EMPTY = "—";

    private static final double MB = 1e6;

    private static final List<Column> COLUMNS = List.of(
            new Column("JVM", Cell::jvm),
            new Column("Stack", Cell::stack),
            new Column("Virtual threads", cell -> cell.virtualThreads() ? "yes" : "no"),
            new Column("Load", Cell::phase),
            new Column("Image build (s)", cell -> number(cell.imageBuildSeconds(), 0)),
            new Column("Image size (MB)", cell -> number(megabytes(cell.imageBytes()), 0)),
            figure(Metric.STARTUP),
            figure(Metric.MEMORY),
            figure(Metric.throughput("create")),
            figure(Metric.throughput("read")),
            figure(Metric.throughput("update")),
            figure(Metric.throughput("delete")),
            figure(Metric.THROUGHPUT),
            new Column("Errors", cell -> count(cell.errors()) + (cell.failures().isEmpty() ? "" : " FAILED")),
            figure(Metric.CPU),
            new Column("CPU used by server / database / client (%)", Shares::column),
            figure(Metric.P99),
            new Column("Samples", cell -> count(cell.samples())));

    /** Number of leading columns that hold words; all others hold numbers. */
    private static final int WORDS = 4;

    private record Column(String heading, Function<Cell, String> text) {}

    private Table() {}

    /** Renders a row for each cell. */
    static Block.Table of(Summary summary) {
        return new Block.Table(
                COLUMNS.stream().map(Column::heading).toList(),
                summary.cells().stream().map(Table::row).toList(),
                WORDS);
    }

    private static List<String> row(Cell cell) {
        return COLUMNS.stream().map(column -> column.text().apply(cell)).toList();
    }

    private static Column figure(Metric metric) {
        return new Column(metric.heading(), cell -> spread(cell, metric));
    }

    /**
     * Formats the median with its interval or, if there are too few starts, with the smallest and the largest value.
     */
    static String spread(Cell cell, Metric metric) {
        Spread spread = cell.figures().get(metric.key());
        if (spread == null) {
            return EMPTY;
        }
        String median = metric.text(spread.median());
        Double low = spread.low();
        Double high = spread.high();
        if (low != null && high != null) {
            return "%s [%s–%s]".formatted(median, metric.text(low), metric.text(high));
        }
        return spread.n() == 1
                ? median
                : "%s (%s–%s)".formatted(median, metric.text(spread.min()), metric.text(spread.max()));
    }

    private static @Nullable Double megabytes(@Nullable Long bytes) {
        return bytes == null ? null : bytes / MB;
    }

    private static String number(@Nullable Double value, int digits) {
        return value == null ? EMPTY : String.format(Locale.ROOT, "%." + digits + "f", value);
    }

    static String count(@Nullable Long value) {
        return value == null ? EMPTY : value.toString();
    }
}
