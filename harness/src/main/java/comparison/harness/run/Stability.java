package comparison.harness.run;

import java.util.List;
import org.hipparchus.stat.descriptive.StreamingStatistics;
import org.hipparchus.stat.regression.SimpleRegression;

/**
 * When a value counts as steady: over the last windows its coefficient of variation (standard deviation / mean) is at most
 * a threshold, and so is its drift, the change of the line of least squares from the first of them to the last / mean. Georges, Buytaert and Eeckhout, "Statistically Rigorous Java Performance Evaluation", OOPSLA 2007, section
 * 4.2, who name 0.01 or 0.02.
 *
 * @param windows how many of the last ones are looked at, at least 2
 * @param threshold of their coefficient of variation and of their drift
 */
record Stability(int windows, double threshold) {

    /** Returns whether the last windows are steady; never, while there are too few. */
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
