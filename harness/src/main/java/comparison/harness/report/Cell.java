package comparison.harness.report;

import comparison.harness.metric.Metric;
import comparison.harness.stats.Spread;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One row of the table: a variant in one phase, over all its fresh starts.
 *
 * @param variant id
 * @param jvm the label of its packaging, see {@link comparison.harness.plan.Packaging#label}
 * @param stack name in the table
 * @param virtualThreads whether handlers run on virtual threads
 * @param phase {@code cold}, {@code second} or {@code warm}, or the id of a simulation
 * @param imageBuildSeconds in the runtime docker; null if it is unknown
 * @param imageBytes in the runtime docker; null if it is unknown
 * @param samples of all starts together; null without samples
 * @param errors among them; null without samples
 * @param figures by the metric's key, see docs/results-format.md; what could not be computed is absent
 * @param latency in ms by operation, over the requests of all starts together
 * @param failures why this cell must not be trusted; empty if nothing failed
 * @param missing which raw files are missing, and so which figures
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

    /** Finds a figure; empty if it could not be computed. */
    Optional<Spread> figure(Metric metric) {
        return Optional.ofNullable(figures.get(metric.key()));
    }

    /** Tells whether the cell must not be trusted. */
    boolean failed() {
        return !failures.isEmpty();
    }

    /** Names the variant and the load. */
    String name() {
        return variant + " " + phase;
    }

    boolean isOf(String id, String load) {
        return variant.equals(id) && phase.equals(load);
    }

    /** Copies the cell under another variant id. */
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
