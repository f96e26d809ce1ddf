package comparison.harness.stats;

import java.util.List;
import java.util.Optional;
import org.hipparchus.distribution.discrete.BinomialDistribution;

/**
 * A median with an interval that covers the true median with a confidence of at least 95 %. It uses order statistics
 * only and assumes nothing about the distribution (Conover, "Practical Nonparametric Statistics", 3rd edition, section
 * 3.2).
 *
 * @param low lower end, one of the values
 * @param median the middle value, or the mean of the two middle ones
 * @param high upper end, one of the values
 */
public record MedianInterval(double low, double median, double high) {

    private static final double TAIL = 0.025;

    /** Computes the interval; empty for fewer than six values, which are too few for 95 %. */
    public static Optional<MedianInterval> of(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int n = sorted.size();
        int rank = rank(n);
        if (rank < 1) {
            return Optional.empty();
        }
        double median = (sorted.get((n - 1) / 2) + sorted.get(n / 2)) / 2;
        return Optional.of(new MedianInterval(sorted.get(rank - 1), median, sorted.get(n - rank)));
    }

    /**
     * Computes the largest k for which fewer than k of n values lie below the median with a probability of at most
     * 2.5 %.
     */
    private static int rank(int n) {
        BinomialDistribution below = new BinomialDistribution(n, 0.5);
        int rank = 0;
        while (rank < n && below.cumulativeProbability(rank) <= TAIL) {
            rank++;
        }
        return rank;
    }

    /** Computes half the width of the interval divided by the median. */
    public double halfWidthShare() {
        return (high - low) / 2 / median;
    }
}
