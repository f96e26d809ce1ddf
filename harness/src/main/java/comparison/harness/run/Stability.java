package comparison.harness.run;

import java.util.List;
import org.hipparchus.stat.descriptive.StreamingStatistics;
import org.hipparchus.stat.regression.SimpleRegression;

/**
 * Decides when a value counts as steady. Over the last windows, two shares must be at most a threshold: the coefficient
 * of variation (standard deviation / mean), and the drift. The drift is the change of the least-squares line from the
 * first to the last of these windows / mean. Source: Georges, Buytaert and Eeckhout, "Statistically Rigorous Java
 * Performance Evaluation", OOPSLA 2007, section 4.2, who name thresholds of 0.01 or 0.02.
 *
 * @param windows number of last windows, at least 2
 * @param threshold of the coefficient of variation and of the drift
 */
record Stability(int windows, double threshold) {

    /** Returns whether the last windows are steady; false while there are too few. */
    boolean of(List<Double> values) {
        if (values.size() < windows) {
            return false;
        }
        SimpleRegression line = new SimpleRegression();
        StreamingStatistics all = new StreamingStatistics();
        List<Double> last = values.subList(values.size() - windows, values.size());
        for (int i = 0; i < windows; i++) {
            line.addData(i, last.get(i));
            all.addValue(last.get(i));
        }
        double drift = Math.abs(line.getSlope()) * (windows - 1);
        return Math.max(all.getStandardDeviation(), drift) <= threshold * all.getMean();
    }
}
