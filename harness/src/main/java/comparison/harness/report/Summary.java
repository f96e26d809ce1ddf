package comparison.harness.report;

import java.util.List;

/**
 * All figures of a run; {@code summary.json}.
 *
 * @param schemaVersion version of the JSON form
 * @param run name of the run's folder
 * @param runtime where it ran
 * @param preset what it was made from
 * @param invocations fresh starts per variant
 * @param expectedSamples per load
 * @param conditions what a reader must know beside the figures, a line each
 * @param cells the rows, in the order of the plan
 */
public record Summary(
        int schemaVersion,
        String run,
        String runtime,
        String preset,
        int invocations,
        int expectedSamples,
        List<String> conditions,
        List<Cell> cells) {

    /** The version of the JSON form that this program writes. */
    public static final int SCHEMA_VERSION = 1;

    /** Returns why cells must not be trusted, a line each. */
    public List<String> failures() {
        return cells.stream()
                .flatMap(cell -> cell.failures().stream())
                .distinct()
                .toList();
    }

    /** Returns which raw files are not there, a line each. */
    public List<String> missing() {
        return cells.stream()
                .flatMap(cell -> cell.missing().stream())
                .distinct()
                .toList();
    }
}
