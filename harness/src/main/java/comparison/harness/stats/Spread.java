package comparison.harness.stats;

import java.util.Collection;

/**
 * A figure over several invocations.
 *
 * @param n number of invocations, at least 1
 * @param median the middle one, or the mean of the two middle ones
 * @param min smallest
 * @param max largest
 */
public record Spread(int n, double median, double min, double max) {

    /** Below this number of invocations an interval would pretend to know more than was seen. */
    public static final int ENOUGH_FOR_AN_INTERVAL = 6;

    /** Returns the spread of at least one value. */
    public static Spread of(Collection<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int n = sorted.length;
        double median = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
        return new Spread(n, median, sorted[0], sorted[n - 1]);
    }

    /** Returns what a reader must know about figures over so many fresh starts. */
    public static String replication(int starts) {
        if (starts == 1) {
            return "1 fresh start per variant: one value, too few for an interval";
        }
        String few = starts < ENOUGH_FOR_AN_INTERVAL ? "; too few for an interval" : "";
        return "%s fresh starts per variant: median (smallest–largest)%s".formatted(starts, few);
    }
}
