package comparison.harness.report;

import comparison.harness.metric.Metric;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The article's table with additional columns: headings and rows as text, independent of the output format. */
public final class Table {

    /** Placeholder for a missing figure. */
    public static final String EMPTY = "—";

    private static final double MB = 1e6;

    static final Block.Column<Cell> IMAGE_BUILD =
            new Block.Column<>("Image build (s)", cell -> number(cell.imageBuildSeconds(), 0));
    static final Block.Column<Cell> IMAGE_SIZE =
            new Block.Column<>("Image size (MB)", cell -> number(megabytes(cell.imageBytes()), 0));

    private static final List<Block.Column<Cell>> COLUMNS = List.of(
            new Block.Column<>("JVM", Cell::jvm),
            new Block.Column<>("Stack", Cell::stack),
            new Block.Column<>("Virtual threads", cell -> cell.virtualThreads() ? "yes" : "no"),
            new Block.Column<>("Load", Cell::phase),
            IMAGE_BUILD,
            IMAGE_SIZE,
            figure(Metric.STARTUP),
            figure(Metric.MEMORY),
            figure(Metric.throughput("create")),
            figure(Metric.throughput("read")),
            figure(Metric.throughput("update")),
            figure(Metric.throughput("delete")),
            figure(Metric.THROUGHPUT),
            new Block.Column<>("Errors", cell -> count(cell.errors()) + (cell.failed() ? " FAILED" : "")),
            figure(Metric.CPU),
            new Block.Column<>("CPU used by server / database / client (%)", Shares::column),
            figure(Metric.P99),
            new Block.Column<>("Samples", cell -> count(cell.samples())));

    /** Number of leading columns that hold words; all others hold numbers. */
    private static final int WORDS = 4;

    private Table() {}

    /** Renders a row for each cell. */
    static Block.Table of(Summary summary) {
        return Block.Table.of(COLUMNS, summary.cells(), WORDS);
    }

    /** The column of a metric. */
    static Block.Column<Cell> figure(Metric metric) {
        return new Block.Column<>(metric.heading(), cell -> spread(cell, metric));
    }

    /**
     * Formats the median with its interval or, if there are too few starts, with the smallest and the largest value.
     */
    static String spread(Cell cell, Metric metric) {
        return cell.figure(metric).map(spread -> spread.text(metric::text)).orElse(EMPTY);
    }

    private static @Nullable Double megabytes(@Nullable Long bytes) {
        return bytes == null ? null : bytes / MB;
    }

    /** Formats a number with so many digits after the decimal point; null becomes the placeholder. */
    public static String number(@Nullable Double value, int digits) {
        return value == null ? EMPTY : String.format(Locale.ROOT, "%." + digits + "f", value);
    }

    static String count(@Nullable Long value) {
        return value == null ? EMPTY : value.toString();
    }
}
