package comparison.harness.stats;

import java.util.Arrays;

/** Quantiles of samples. */
public final class Quantile {

    private Quantile() {}

    /**
     * Returns the nearest-rank quantile: the smallest sample that at least the share {@code q} of all samples do not exceed
     * (Hyndman and Fan, "Sample Quantiles in Statistical Packages", 1996, definition 1). It is always a value that was seen.
     *
     * @param samples at least one, in any order
     * @param q in (0, 1]
     */
    public static long nearestRank(long[] samples, double q) {
        if (samples.length == 0 || !(q > 0 && q <= 1)) {
            throw new IllegalArgumentException(samples.length + " samples, quantile " + q);
        }
        long[] sorted = samples.clone();
        Arrays.sort(sorted);
        int rank = (int) Math.ceil(q * sorted.length);
        return sorted[Math.clamp(rank, 1, sorted.length) - 1];
    }
}
