package comparison.harness.report;

import comparison.harness.metric.Metric;
import comparison.harness.stats.Rounds;
import comparison.harness.stats.Spread;
import comparison.harness.workload.Phase;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A metric of the loads of a phase, or of the first of several phases.
 *
 * @param metric which one
 * @param phases labels of the loads that have it, the preferred one first
 */
record View(Metric metric, List<String> phases) {

    static View of(Metric metric, Phase... phases) {
        return new View(metric, Stream.of(phases).map(Phase::label).toList());
    }

    /** Formats the title; the phase is part of it if it is the only one. */
    String title() {
        return metric.title() + when();
    }

    /** Formats title and unit for the head of a column. */
    String heading() {
        return "%s%s (%s)".formatted(metric.title(), when(), metric.unit());
    }

    private String when() {
        return phases.size() == 1 ? ", " + phases.getFirst() : "";
    }

    /**
     * Finds the metric of a variant. All variants have it from the same phase: the first one in which any of these
     * cells has it. Otherwise a variant whose warm figure is missing would be judged by its cold one.
     */
    Optional<Spread> of(List<Cell> cells, String variant) {
        return cell(cells, variant).flatMap(cell -> cell.figure(metric));
    }

    /** Selects the rounds in which both variants have the metric; empty if one of them has it in no start. */
    Optional<Rounds> rounds(List<Cell> cells, String variant, String base) {
        return of(cells, variant).flatMap(values -> of(cells, base).map(others -> Rounds.common(values, others)));
    }

    /** Tells whether the cell that the metric is taken from must not be trusted. */
    boolean failed(List<Cell> cells, String variant) {
        return cell(cells, variant).filter(Cell::failed).isPresent();
    }

    /** Finds the cell of a variant that the metric is taken from. */
    Optional<Cell> cell(List<Cell> cells, String variant) {
        return phases.stream()
                .filter(phase -> cells.stream()
                        .anyMatch(cell -> cell.phase().equals(phase)
                                && cell.figure(metric).isPresent()))
                .findFirst()
                .flatMap(phase ->
                        cells.stream().filter(cell -> cell.isOf(variant, phase)).findFirst());
    }
}
