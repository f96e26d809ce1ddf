package comparison.harness.report;

import comparison.harness.stats.Spread;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One row of the table: a variant in one phase, over all its invocations.
 *
 * @param variant id
 * @param jvm what it runs on, as the table says it
 * @param stack name in the table
 * @param virtualThreads whether handlers run on virtual threads
 * @param phase {@code cold} or {@code warm}
 * @param imageBuildSeconds in the runtime docker
 * @param imageBytes in the runtime docker
 * @param samples of all invocations together; null if none is there
 * @param errors among them; null if none is there
 * @param figures by name, see docs/results-format.md; what could not be computed is absent
 * @param latency by operation, over the requests of all invocations together; empty in files of schema 1
 * @param failures why this cell must not be trusted; empty if all went well
 * @param missing which raw files are not there, and so which figures
 */
public record Cell(
        String variant,
        String jvm,
        String stack,
        boolean virtualThreads,
        String phase,
        @Nullable Double imageBuildSeconds,
        @Nullable Long imageBytes,
        @Nullable Long samples,
        @Nullable Long errors,
        Map<String, Spread> figures,
        Map<String, Percentiles> latency,
        List<String> failures,
        List<String> missing) {

    /** Fills in what a file of schema 1 lacks. */
    @SuppressWarnings("NullAway") // JSON has no notion of what must not be null
    public Cell {
        latency = latency == null ? Map.of() : latency;
    }

    /** Returns the same under another id. */
    Cell named(String id) {
        return new Cell(
                id,
                jvm,
                stack,
                virtualThreads,
                phase,
                imageBuildSeconds,
                imageBytes,
                samples,
                errors,
                figures,
                latency,
                failures,
                missing);
    }
}
