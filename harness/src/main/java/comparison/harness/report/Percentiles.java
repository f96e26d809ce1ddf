package comparison.harness.report;

import org.HdrHistogram.Histogram;

/**
 * Percentiles of response times in ms, read from an HdrHistogram: exact below 2048 ms, within 0.1 % above.
 *
 * @param count requests
 * @param p50 half of the requests took at most this
 * @param p90 90 %
 * @param p99 99 %
 * @param p999 99.9 %
 * @param max the slowest
 */
public record Percentiles(long count, long p50, long p90, long p99, long p999, long max) {

    static Percentiles of(Histogram times) {
        return new Percentiles(
                times.getTotalCount(),
                times.getValueAtPercentile(50),
                times.getValueAtPercentile(90),
                times.getValueAtPercentile(99),
                times.getValueAtPercentile(99.9),
                times.getMaxValue());
    }
}
