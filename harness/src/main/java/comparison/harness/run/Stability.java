package comparison.harness.run;

import java.util.List;
import org.hipparchus.stat.descriptive.StreamingStatistics;

/**
 * Decides when the throughput of the client is stable. Over the last windows, the coefficient of variation (standard
 * deviation / mean) and the {@link Drift} must be at most a threshold. Source: Georges, Buytaert and Eeckhout,
 * "Statistically Rigorous Java Performance Evaluation", OOPSLA 2007, section 4.2, who name thresholds of 0.01 or 0.02.
 *
 * @param windows number of last windows, at least 3
 * @param threshold of the coefficient of variation and of the drift
 */
record Stability(int windows, double threshold) {

    /** Returns whether the last windows are stable; false while there are too few. */
    boolean of(List<Double> values) {
        if (values.size() < windows) {
            return false;
        }
        List<Double> last = values.subList(values.size() - windows, values.size());
        StreamingStatistics all = new StreamingStatistics();
        last.forEach(all::addValue);
        return all.getStandardDeviation() <= threshold * all.getMean()
                && Math.abs(Drift.of(last).share()) <= threshold;
    }
}
