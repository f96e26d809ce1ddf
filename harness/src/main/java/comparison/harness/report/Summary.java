package comparison.harness.report;

import comparison.harness.Fault;
import comparison.harness.Names;
import comparison.harness.metric.Metric;
import comparison.harness.stats.Spread;
import comparison.harness.workload.Phase;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All figures of a run; {@code summary.json}.
 *
 * @param schemaVersion version of the JSON form
 * @param run name of the run's folder
 * @param runtime {@code docker} or {@code process}
 * @param preset that the plan was made from
 * @param invocations fresh starts per variant
 * @param expectedSamples requests of a cold load, or of the first simulation
 * @param reference the variant that all others are compared with; null for simulations and for {@link #only}
 * @param conditions what a reader must know about the figures, a line each
 * @param warnings reasons why figures are less certain than they look
 * @param cells the rows, in the order of the plan
 * @param comparisons of each other variant with the reference, in the primary metrics
 */
public record Summary(
        int schemaVersion,
        String run,
        String runtime,
        String preset,
        int invocations,
        int expectedSamples,
        @Nullable String reference,
        List<String> conditions,
        List<Warning> warnings,
        List<Cell> cells,
        List<Comparison> comparisons) {

    /** The version of the JSON form that this program writes and reads. */
    public static final int SCHEMA_VERSION = 3;

    /**
     * Extracts the cells of one variant and renames them, so that two variants can be compared like two runs.
     *
     * @throws Fault of kind BAD_INPUT if that variant was not measured; it lists or suggests others
     */
    public Summary only(String variant, String id) {
        List<Cell> own = cells.stream()
                .filter(cell -> cell.variant().equals(variant))
                .map(cell -> cell.named(id))
                .toList();
        if (own.isEmpty()) {
            throw Fault.badInput(
                    "%s has no variant '%s'. %s".formatted(run, variant, Names.hint(variant, variants(), "")));
        }
        return new Summary(
                schemaVersion,
                run,
                runtime,
                preset,
                invocations,
                expectedSamples,
                null,
                conditions,
                warnings,
                own,
                List.of());
    }

    /** Lists the ids of the variants, in the order of the cells. */
    List<String> variants() {
        return cells.stream().map(Cell::variant).distinct().toList();
    }

    /** Returns the name of a variant's stack, such as "Vert.x". */
    String stack(String variant) {
        return cells.stream()
                .filter(cell -> cell.variant().equals(variant))
                .findFirst()
                .orElseThrow()
                .stack();
    }

    /** Finds the comparison of a variant with the reference in a metric; empty for the reference itself. */
    Optional<Comparison> comparison(String variant, Primary metric) {
        return comparisons.stream()
                .filter(c -> c.metric() == metric && c.variant().equals(variant))
                .findFirst();
    }

    /** Lists the variants for which the database does other work than for the others. They get no verdict. */
    Set<String> otherSql() {
        return Warning.otherSql(warnings);
    }

    /** Tells whether the run is of the open model, whose throughput is its input. It gets no verdict. */
    boolean rateIsSet() {
        return Warning.rateIsSet(warnings);
    }

    /**
     * Finds the lowest median of the warm throughput of these variants, in requests per second, without cells that
     * failed; empty if none was measured, or if the throughput was an input.
     */
    public OptionalDouble slowest(List<String> variants) {
        return cells.stream()
                .filter(cell -> !rateIsSet() && variants.contains(cell.variant()))
                .filter(cell -> cell.phase().equals(Phase.WARM.label()) && !cell.failed())
                .flatMap(cell -> Optional.ofNullable(cell.figures().get(Metric.THROUGHPUT.key())).stream())
                .mapToDouble(Spread::median)
                .min();
    }

    /** Lists why cells must not be trusted, a line each, without repetitions. */
    public List<String> failures() {
        return cells.stream()
                .flatMap(cell -> cell.failures().stream())
                .distinct()
                .toList();
    }

    /** Lists the raw files that are missing, a line each, without repetitions. */
    public List<String> missing() {
        return cells.stream()
                .flatMap(cell -> cell.missing().stream())
                .distinct()
                .toList();
    }
}
