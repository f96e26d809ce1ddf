package comparison.harness.report;

import org.HdrHistogram.Histogram;

/**
 * Percentiles of response times in ms, read from an HdrHistogram: exact below 2048 units of the client's clock (ms or
 * µs), within 0.1 % above.
 *
 * @param count requests
 * @param p50 half of the requests took at most this
 * @param p90 90 %
 * @param p99 99 %
 * @param p999 99.9 %
 * @param max the slowest
 */
public record Percentiles(long count, double p50, double p90, double p99, double p999, double max) {

    /**
     * Reads the percentiles.
     *
     * @param perMilli units of the histogram per ms
     */
    static Percentiles of(Histogram times, double perMilli) {
        return new Percentiles(
                times.getTotalCount(),
                times.getValueAtPercentile(50) / perMilli,
                times.getValueAtPercentile(90) / perMilli,
                times.getValueAtPercentile(99) / perMilli,
                times.getValueAtPercentile(99.9) / perMilli,
                times.getMaxValue() / perMilli);
    }
}
