package comparison.harness.run;

import java.util.List;
import org.hipparchus.stat.regression.SimpleRegression;

/**
 * How much a value changes over a series: the change of the least-squares line from the first to the last value / mean,
 * and whether chance explains it. Source of the test: Student's t of the slope, Montgomery, Peck and Vining,
 * "Introduction to Linear Regression Analysis", section 2.3.
 *
 * @param share of the mean; positive if the values rise
 * @param byChance whether the 95 % interval of the slope contains 0
 */
record Drift(double share, boolean byChance) {

    private static final double LEVEL = 0.05;

    /** Fits a line to at least three values. */
    static Drift of(List<Double> values) {
        SimpleRegression line = new SimpleRegression();
        for (int i = 0; i < values.size(); i++) {
            line.addData(i, values.get(i));
        }
        double mean = values.stream().mapToDouble(value -> value).average().orElseThrow();
        double share = line.getSlope() * (values.size() - 1) / mean;
        return new Drift(share, line.getMeanSquareError() > 0 && line.getSignificance() >= LEVEL);
    }

    boolean isAtMost(double most) {
        return byChance || Math.abs(share) <= most;
    }
}
