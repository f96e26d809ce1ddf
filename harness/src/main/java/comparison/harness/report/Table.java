package comparison.harness.report;

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

    private static final double MIB = 1 << 20;
    private static final double MB = 1e6;
    private static final double MILLIS = 1000;

    private static final List<Column> COLUMNS = List.of(
            new Column("JVM", Cell::jvm),
            new Column("Stack", Cell::stack),
            new Column("Virtual threads", cell -> cell.virtualThreads() ? "yes" : "no"),
            new Column("Warm", cell -> cell.phase().equals("warm") ? "yes" : "no"),
            new Column("Image build (s)", cell -> number(cell.imageBuildSeconds(), 0)),
            new Column("Image size (MB)", cell -> number(megabytes(cell.imageBytes()), 0)),
            figure("Startup (s)", "startup.seconds", 1, 3),
            figure("Memory (MiB)", "memory.underLoad.anonBytes", 1 / MIB, 1),
            figure("Create (1/s)", "throughput.create", 1, 1),
            figure("Read (1/s)", "throughput.read", 1, 1),
            figure("Update (1/s)", "throughput.update", 1, 1),
            figure("Delete (1/s)", "throughput.delete", 1, 1),
            figure("Total (1/s)", "throughput.total", 1, 1),
            new Column("Errors", cell -> count(cell.errors()) + (cell.failures().isEmpty() ? "" : " FAILED")),
            figure("CPU per 1000 (ms)", "cpuSecondsPer1000.server", MILLIS, 0),
            figure("p99 (ms)", "latency.total.p99Millis", 1, 0),
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

    private static Column figure(String heading, String name, double scale, int digits) {
        return new Column(heading, cell -> spread(cell.figures().get(name), scale, digits));
    }

    /** Returns the median with its interval, or, of too few starts for one, with the smallest and the largest value. */
    static String spread(@Nullable Spread spread, double scale, int digits) {
        if (spread == null) {
            return EMPTY;
        }
        String median = number(spread.median() * scale, digits);
        Double low = spread.low();
        Double high = spread.high();
        if (low != null && high != null) {
            return "%s [%s–%s]".formatted(median, number(low * scale, digits), number(high * scale, digits));
        }
        return spread.n() == 1
                ? median
                : "%s (%s–%s)"
                        .formatted(median, number(spread.min() * scale, digits), number(spread.max() * scale, digits));
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

    /** Returns what stands below the table: failures first, then empty cells, then conditions. */
    static List<String> notes(Summary summary) {
        return Stream.of(
                        summary.failures().stream().map(line -> "FAILED: " + line),
                        summary.missing().stream().map(line -> EMPTY + " " + line),
                        summary.warnings().stream().map(warning -> "warning: " + warning.line()),
                        summary.conditions().stream())
                .flatMap(lines -> lines)
                .toList();
    }
}
