package comparison.harness.report;

import comparison.harness.stats.Spread;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The metrics that get verdicts. All others are described. */
public enum Primary {
    /** Requests per second of the warm load. */
    WARM_THROUGHPUT("Warm throughput", "1/s", 1, 0, "throughput.total", "warm", true, "faster", "slower"),
    /** Requests per second of the first load. */
    COLD_THROUGHPUT("Cold throughput", "1/s", 1, 0, "throughput.total", "cold", true, "faster", "slower"),
    /** Seconds to the first answer from the database. */
    STARTUP("Start-up", "s", 1, 2, "startup.seconds", "cold warm", false, "faster", "slower"),
    /** The most anonymous and shared memory under load. */
    PEAK_MEMORY(
            "Peak memory", "MiB", 1.0 / (1 << 20), 0, "memory.underLoad.anonBytes", "warm cold", false, "less", "more"),
    /** The server's processor time for a thousand requests. */
    CPU("CPU per 1000", "ms", 1000, 0, "cpuSecondsPer1000.server", "warm cold", false, "less", "more");

    private final String title;
    private final String unit;
    private final double scale;
    private final int digits;
    private final String figure;
    private final String phases;
    private final boolean moreIsBetter;
    private final String better;
    private final String worse;

    Primary(
            String title,
            String unit,
            double scale,
            int digits,
            String figure,
            String phases,
            boolean moreIsBetter,
            String better,
            String worse) {
        this.title = title;
        this.unit = unit;
        this.scale = scale;
        this.digits = digits;
        this.figure = figure;
        this.phases = phases;
        this.moreIsBetter = moreIsBetter;
        this.better = better;
        this.worse = worse;
    }

    String title() {
        return title;
    }

    String unit() {
        return unit;
    }

    double scale() {
        return scale;
    }

    int digits() {
        return digits;
    }

    String figure() {
        return figure;
    }

    boolean moreIsBetter() {
        return moreIsBetter;
    }

    /** Returns a word for a quotient, such as faster: whether the side that is above the line is the better one. */
    String word(double quotient) {
        return isBetter(quotient) ? better : worse;
    }

    boolean isBetter(double quotient) {
        return quotient > 1 == moreIsBetter;
    }

    /** Returns the metric of a variant, from the first of its phases that has it. */
    Optional<Spread> of(List<Cell> cells, String variant) {
        return cell(cells, variant).map(cell -> cell.figures().get(figure));
    }

    /** Returns whether the cell that the metric of a variant is taken from must not be trusted. */
    boolean failed(List<Cell> cells, String variant) {
        return cell(cells, variant).filter(cell -> !cell.failures().isEmpty()).isPresent();
    }

    private Optional<Cell> cell(List<Cell> cells, String variant) {
        return Arrays.stream(phases.split(" ", -1))
                .flatMap(phase -> cells.stream()
                        .filter(cell ->
                                cell.variant().equals(variant) && cell.phase().equals(phase)))
                .filter(cell -> cell.figures().containsKey(figure))
                .findFirst();
    }
}
