package comparison.harness.report;

import comparison.harness.metric.Metric;
import comparison.harness.stats.Spread;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The article's table, extended: headings and rows as text, for whatever form they are printed in. */
final class Table {

    /** What stands where there is no figure. */
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

    /** The columns of words; all others hold numbers. */
    static final int WORDS = 4;

    private record Column(String heading, Function<Cell, String> text) {}

    private Table() {}

    static List<String> headings() {
        return COLUMNS.stream().map(Column::heading).toList();
    }

    static List<List<String>> rows(Summary summary) {
        return summary.cells().stream().map(Table::row).toList();
    }

    private static List<String> row(Cell cell) {
        return COLUMNS.stream().map(column -> column.text().apply(cell)).toList();
    }

    private static Column figure(Metric metric) {
        return new Column(metric.heading(), cell -> spread(cell, metric));
    }

    /** Returns the median with its interval, or, of too few starts for one, with the smallest and the largest value. */
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

    private static String count(@Nullable Long value) {
        return value == null ? EMPTY : value.toString();
    }

    static String failed(String why) {
        return "FAILED: " + why;
    }

    /** Returns what stands below the table: failures first, then empty cells, then conditions. */
    static List<String> notes(Summary summary) {
        return Stream.of(
                        summary.failures().stream().map(Table::failed),
                        summary.missing().stream().map(line -> EMPTY + " " + line),
                        summary.warnings().stream().map(warning -> "warning: " + warning.line()),
                        summary.conditions().stream())
                .flatMap(lines -> lines)
                .toList();
    }
}
