package comparison.harness.report;

import comparison.harness.metric.Metric;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Renders the tables of simulations: a row per cell, and a row per phase of each start. */
final class Simulations {

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

    private static final List<String> HEADINGS = Stream.of(
                    Stream.of("Simulation", "Variant", "Published success", Metric.SUCCESS.heading()),
                    Stream.of("Demands", "Requests", "Failed"),
                    METRICS.stream().map(Metric::heading))
            .flatMap(headings -> headings)
            .toList();

    private static final List<String> PHASES = List.of(
            "Simulation",
            "Variant",
            "Request",
            "Phase",
            "Kinds of failure",
            "From (s)",
            "Requests",
            "Success (%)",
            "Failed",
            "Last failure (s)",
            "p50 (ms)",
            "p90 (ms)",
            "p99 (ms)",
            "Max (ms)");

    private final Summary summary;
    private final List<Simulated> starts;

    /** Selects the starts of the simulations with these ids. */
    Simulations(Summary summary, List<Simulated> all, List<String> ids) {
        this.summary = summary;
        this.starts =
                all.stream().filter(start -> ids.contains(start.simulation())).toList();
    }

    /** Renders a row for each of these cells; {@code published} gives the published figure for a cell. */
    Block.Table cells(List<Cell> cells, Function<Cell, String> published) {
        return new Block.Table(
                HEADINGS, cells.stream().map(cell -> row(cell, published)).toList(), 3);
    }

    private List<String> row(Cell cell, Function<Cell, String> published) {
        List<Simulated> own = starts.stream()
                .filter(start -> start.variant().equals(cell.variant())
                        && start.simulation().equals(cell.phase()))
                .toList();
        int planned = own.stream().mapToInt(Simulated::planned).sum();
        boolean valid = cell.failures().isEmpty();
        return Stream.of(
                        Stream.of(cell.phase(), cell.variant(), published.apply(cell)),
                        Stream.of(
                                valid ? Table.spread(cell, Metric.SUCCESS) : "INVALID",
                                valid ? demands(own) : Table.EMPTY,
                                own.isEmpty() ? Table.EMPTY : "%d of %d".formatted(cell.samples(), planned),
                                Table.count(cell.errors())),
                        METRICS.stream().map(metric -> Table.spread(cell, metric)))
                .flatMap(fields -> fields)
                .toList();
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
                        number(demand.bound(), 0));
    }

    /** Renders a row for each phase of each start. */
    Block.Table phases() {
        return new Block.Table(
                PHASES,
                starts.stream()
                        .flatMap(start -> start.phases().stream().map(phase -> row(start, phase)))
                        .toList(),
                5);
    }

    /** Lists the kinds of failure, a line per start that has some. */
    List<String> failures() {
        return starts.stream()
                .filter(start -> !start.failures().isEmpty())
                .map(start -> "%s %s, invocation %d: %s"
                        .formatted(start.variant(), start.simulation(), start.invocation(), kinds(start.failures())))
                .toList();
    }

    private List<String> row(Simulated start, Simulated.Stage phase) {
        Percentiles times = phase.times();
        return Stream.concat(
                        Stream.of(
                                start.simulation(),
                                variant(start),
                                phase.label(),
                                phase.schedule(),
                                phase.failures().isEmpty() ? Table.EMPTY : kinds(phase.failures()),
                                number(phase.beginSeconds(), 1),
                                Long.toString(phase.requests()),
                                number(phase.successPercent(), 2),
                                Long.toString(phase.errors()),
                                number(phase.lastFailureSeconds(), 1)),
                        times == null
                                ? Stream.generate(() -> Table.EMPTY).limit(4)
                                : Stream.of(times.p50(), times.p90(), times.p99(), times.max())
                                        .map(String::valueOf))
                .toList();
    }

    /** The number of the start matters only if there are several. */
    private String variant(Simulated start) {
        return summary.invocations() == 1 ? start.variant() : "%s #%d".formatted(start.variant(), start.invocation());
    }

    private static String kinds(Map<String, Long> failures) {
        return failures.entrySet().stream()
                .map(kind -> "%d x %s".formatted(kind.getValue(), kind.getKey()))
                .collect(Collectors.joining("; "));
    }

    private static String number(@Nullable Double value, int digits) {
        return value == null ? Table.EMPTY : String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
