package comparison.harness.report;

import comparison.harness.metric.Metric;
import comparison.harness.metric.Source;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Renders the counters of the server's JVM for each load. This is a separate table, because the main one is already
 * wide.
 */
final class JvmCounters {

    private static final List<Metric> METRICS = Metric.of(Source.JVM);

    private static final List<Block.Column<Cell>> COLUMNS = Stream.concat(
                    Stream.of(new Block.Column<>("Variant", Cell::variant), new Block.Column<>("Load", Cell::phase)),
                    METRICS.stream().map(Table::figure))
            .toList();

    private JvmCounters() {}

    /** Renders the section; empty if no server of the run has such counters. */
    static Optional<Section> section(Summary summary) {
        return Optional.of(new Section(
                        "The server's JVM",
                        new Block.Text(
                                "The JVM's own counters of each load, such as the pauses of garbage collection. Native images have none."),
                        Block.Table.of(COLUMNS, summary.cells(), 2)))
                .filter(_ -> summary.cells().stream()
                        .anyMatch(cell -> METRICS.stream()
                                .anyMatch(metric -> cell.figure(metric).isPresent())));
    }
}
