package comparison.harness.report;

import comparison.harness.metric.Metric;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Renders the tables of simulations: a row per cell, and a row per phase of each start.
 *
 * @param starts those to show
 */
record Simulations(Summary summary, List<Simulated> starts) {

    private static final List<Metric> METRICS = List.of(
            Metric.LOAD_SECONDS,
            Metric.THROUGHPUT,
            Metric.LAST_FAILURE,
            Metric.latency("total", Metric.Percentile.P50),
            Metric.P95,
            Metric.P99,
            Metric.latency("total", Metric.Percentile.MAX),
            Metric.MOST_IN_FLIGHT,
            Metric.LATE,
            Metric.CPU,
            Metric.MEMORY,
            Metric.HEAP);

    /** A stage of a start. */
    private record Row(Simulated start, Simulated.Stage stage) {
        String time(ToDoubleFunction<Percentiles> which) {
            Percentiles times = stage.times();
            return times == null ? Table.EMPTY : Long.toString(Math.round(which.applyAsDouble(times)));
        }
    }

    /** Renders a row for each of these cells; {@code published} gives the published figure for a cell. */
    Block.Table cells(List<Cell> cells, Function<Cell, String> published) {
        Stream<Block.Column<Cell>> words = Stream.of(
                new Block.Column<>("Simulation", Cell::phase),
                new Block.Column<>("Variant", Cell::variant),
                new Block.Column<>("Published success", published),
                new Block.Column<>(
                        Metric.SUCCESS.heading(),
                        cell -> cell.failed() ? "INVALID" : Table.spread(cell, Metric.SUCCESS)),
                new Block.Column<>("Demands", cell -> cell.failed() ? Table.EMPTY : demands(own(cell))),
                new Block.Column<>("Requests", this::requests),
                new Block.Column<>("Failed", cell -> Table.count(cell.errors())));
        return Block.Table.of(
                Stream.concat(words, METRICS.stream().map(Table::figure)).toList(), cells, 3);
    }

    private List<Simulated> own(Cell cell) {
        return starts.stream()
                .filter(start -> cell.isOf(start.variant(), start.simulation()))
                .toList();
    }

    private String requests(Cell cell) {
        List<Simulated> own = own(cell);
        int planned = own.stream().mapToInt(Simulated::planned).sum();
        return own.isEmpty() ? Table.EMPTY : "%d of %d".formatted(cell.samples(), planned);
    }

    private static String demands(List<Simulated> starts) {
        List<Simulated.Judged> all =
                starts.stream().flatMap(start -> start.demands().stream()).toList();
        String failed = all.stream()
                .filter(demand -> !demand.passed())
                .map(Simulations::words)
                .collect(Collectors.joining("; "));
        return all.isEmpty() ? Table.EMPTY : failed.isEmpty() ? "pass" : "FAIL: " + failed;
    }

    private static String words(Simulated.Judged demand) {
        Metric metric = Metric.named(demand.metric());
        return "%s %s, not %s %s"
                .formatted(
                        metric.title().toLowerCase(Locale.ROOT),
                        metric.text(demand.value()),
                        metric.direction().moreIsBetter() ? "above" : "below",
                        Table.number(demand.bound(), 0));
    }

    /** Renders a row for each phase of each start. */
    Block.Table phases() {
        List<Block.Column<Row>> columns = List.of(
                new Block.Column<>("Simulation", row -> row.start().simulation()),
                new Block.Column<>("Variant", row -> variant(row.start())),
                new Block.Column<>("Request", row -> row.stage().label()),
                new Block.Column<>("Phase", row -> row.stage().schedule()),
                new Block.Column<>("Kinds of failure", row -> kinds(row.stage().failures())),
                new Block.Column<>("From (s)", row -> Table.number(row.stage().beginSeconds(), 1)),
                new Block.Column<>("Requests", row -> Long.toString(row.stage().requests())),
                new Block.Column<>(
                        "Success (%)", row -> Table.number(row.stage().successPercent(), 2)),
                new Block.Column<>("Failed", row -> Long.toString(row.stage().errors())),
                new Block.Column<>(
                        "Last failure (s)", row -> Table.number(row.stage().lastFailureSeconds(), 1)),
                new Block.Column<>("p50 (ms)", row -> row.time(Percentiles::p50)),
                new Block.Column<>("p90 (ms)", row -> row.time(Percentiles::p90)),
                new Block.Column<>("p99 (ms)", row -> row.time(Percentiles::p99)),
                new Block.Column<>("Max (ms)", row -> row.time(Percentiles::max)));
        List<Row> rows = starts.stream()
                .flatMap(start -> start.phases().stream().map(stage -> new Row(start, stage)))
                .toList();
        return Block.Table.of(columns, rows, 5);
    }

    /** Lists the kinds of failure, a line per start that has some. */
    List<String> failures() {
        return starts.stream()
                .filter(start -> !start.failures().isEmpty())
                .map(start -> "%s %s, invocation %d: %s"
                        .formatted(start.variant(), start.simulation(), start.invocation(), kinds(start.failures())))
                .toList();
    }

    /** The number of the start matters only if there are several. */
    private String variant(Simulated start) {
        return summary.invocations() == 1 ? start.variant() : "%s #%d".formatted(start.variant(), start.invocation());
    }

    private static String kinds(Map<String, Long> failures) {
        return failures.isEmpty()
                ? Table.EMPTY
                : failures.entrySet().stream()
                        .map(kind -> "%d x %s".formatted(kind.getValue(), kind.getKey()))
                        .collect(Collectors.joining("; "));
    }
}
