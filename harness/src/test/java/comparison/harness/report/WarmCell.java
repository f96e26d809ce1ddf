package comparison.harness.report;

import comparison.harness.stats.Spread;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Makes cells of warm loads of which only some figures are known. */
final class WarmCell {
    private WarmCell() {}

    /** Copies a cell as one of the second load. */
    static Cell second(Cell cell) {
        return like(cell, cell.stack(), "second");
    }

    /** Copies a cell as one of another stack and phase. */
    static Cell like(Cell cell, String stack, String phase) {
        return new Cell(
                cell.variant(),
                cell.jvm(),
                stack,
                cell.virtualThreads(),
                phase,
                cell.imageBuildSeconds(),
                cell.imageBytes(),
                cell.samples(),
                cell.errors(),
                cell.figures(),
                cell.latency(),
                cell.failures(),
                cell.missing());
    }

    /** @param values of the metric, one per start */
    static Cell of(String variant, List<String> failures, String metric, double... values) {
        return new Cell(
                variant,
                "OpenJDK",
                variant,
                false,
                "warm",
                null,
                null,
                40_000L,
                0L,
                Map.of(metric, Spread.of(Arrays.stream(values).boxed().toList())),
                Map.of(),
                failures,
                List.of());
    }
}
