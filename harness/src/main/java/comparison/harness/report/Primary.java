package comparison.harness.report;

import comparison.harness.metric.Metric;
import comparison.harness.stats.Spread;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The metrics that get verdicts. All other metrics are only reported. */
public enum Primary {
    /** Requests per second of the warm load. */
    WARM_THROUGHPUT("Warm throughput", Metric.THROUGHPUT, "warm"),
    /** Requests per second of the first load. */
    COLD_THROUGHPUT("Cold throughput", Metric.THROUGHPUT, "cold"),
    /** Seconds to the first answer from the database. */
    STARTUP("Start-up", Metric.STARTUP, "cold warm"),
    /** The most anonymous and shared memory under load. */
    PEAK_MEMORY("Peak memory", Metric.MEMORY, "warm cold"),
    /** The server's processor time for a thousand requests. */
    CPU("CPU per 1000", Metric.CPU, "warm cold");

    private final String title;

    @SuppressWarnings("ImmutableEnumChecker") // a metric is a record of words, numbers and enums
    private final Metric metric;

    private final String phases;

    Primary(String title, Metric metric, String phases) {
        this.title = title;
        this.metric = metric;
        this.phases = phases;
    }

    String title() {
        return title;
    }

    Metric metric() {
        return metric;
    }

    /** Names the direction of a ratio, such as "faster". */
    String word(double ratio) {
        return metric.direction().word(ratio);
    }

    boolean isBetter(double ratio) {
        return ratio > 1 == metric.direction().moreIsBetter();
    }

    /**
     * Finds the metric of a variant. All variants have it from the same phase: the first one in which any of these
     * cells has it. Otherwise a variant whose warm figure is missing would be judged by its cold one.
     */
    Optional<Spread> of(List<Cell> cells, String variant) {
        return cell(cells, variant).map(cell -> cell.figures().get(metric.key()));
    }

    /** Tells whether the cell that the metric is taken from must not be trusted. */
    boolean failed(List<Cell> cells, String variant) {
        return cell(cells, variant).filter(cell -> !cell.failures().isEmpty()).isPresent();
    }

    private Optional<Cell> cell(List<Cell> cells, String variant) {
        return phase(cells)
                .flatMap(phase -> cells.stream()
                        .filter(cell ->
                                cell.variant().equals(variant) && cell.phase().equals(phase))
                        .findFirst());
    }

    private Optional<String> phase(List<Cell> cells) {
        return Arrays.stream(phases.split(" ", -1))
                .filter(phase -> cells.stream()
                        .anyMatch(cell ->
                                cell.phase().equals(phase) && cell.figures().containsKey(metric.key())))
                .findFirst();
    }
}
