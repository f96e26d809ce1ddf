package comparison.harness.run;

import java.util.List;
import java.util.Optional;

/**
 * A median and an interval that holds it with a confidence of at least 95 %, from order statistics alone: no assumption on
 * the distribution (Conover, "Practical Nonparametric Statistics", 3rd edition, section 3.2).
 *
 * @param low lower end
 * @param median the middle one, or the mean of the two middle ones
 * @param high upper end
 */
public record MedianInterval(double low, double median, double high) {

    private static final double TAIL = 0.025;

    /** Returns the interval, or nothing where there are too few values for one: less than six. */
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

    /** The largest k with P(fewer than k of n values below the median) at most 2.5 %. */
    private static int rank(int n) {
        double term = Math.pow(0.5, n);
        double below = 0;
        int rank = 0;
        while (rank < n && below + term <= TAIL) {
            below += term;
            rank++;
            term = term * (n - rank + 1) / rank;
        }
        return rank;
    }

    /** Returns half the width of the interval / the median. */
    public double halfWidthShare() {
        return (high - low) / 2 / median;
    }
}
