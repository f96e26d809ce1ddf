package comparison.harness.stats;

import java.util.List;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.stat.StatUtils;

/**
 * Computes how many fresh starts a precision or a verdict needs. Noise is the standard deviation of logarithms: 0.03 is
 * about 3 %.
 */
public final class SampleSize {

    /** Largest result. A greater need is reported as this number: such a run would take too long anyway. */
    public static final int MOST = 10_000;

    private static final double UPPER = 0.975;
    private static final double POWER = 0.8;

    private SampleSize() {}

    /** Estimates the noise of a figure over fresh starts; 0 for fewer than two. All values must be above 0. */
    public static double noise(List<Double> values) {
        double[] logs = values.stream().mapToDouble(Math::log).toArray();
        return logs.length < 2 ? 0 : Math.sqrt(StatUtils.variance(logs));
    }

    /**
     * Computes how many starts give Student's 95 % interval of a geometric mean this half width, at least
     * {@link Ratio#LEAST_STARTS} and at most {@link #MOST} (NIST/SEMATECH e-Handbook, section 7.2.2.2, iterated over
     * the degrees of freedom).
     *
     * @param noise see {@link #noise}
     * @param share half width / mean, above 0, such as 0.03
     */
    public static int forHalfWidth(double noise, double share) {
        int n = Ratio.LEAST_STARTS;
        while (n < MOST && t(UPPER, n) * noise / Math.sqrt(n) > Math.log1p(share)) {
            n++;
        }
        return n;
    }

    /**
     * Computes how many rounds detect a true difference in 4 of 5 runs, at least {@link Ratio#LEAST_STARTS} and at most
     * {@link #MOST}.
     *
     * @param noise of the ratios of the rounds
     * @param share the difference, such as 0.05; not 0
     * @param level two-sided level of one verdict: that of the family, or, for the hardest step of {@link Holm},
     *     divided by the number of verdicts
     */
    public static int toSee(double noise, double share, double level) {
        double wanted = Math.abs(Math.log1p(share));
        double power = new NormalDistribution().inverseCumulativeProbability(POWER);
        int n = Ratio.LEAST_STARTS;
        while (n < MOST && (t(1 - level / 2, n) + power) * noise / Math.sqrt(n) > wanted) {
            n++;
        }
        return n;
    }

    /**
     * Computes how many rounds would decide about a ratio that is undecided: those that detect the difference that it
     * shows, or {@link Ratio#EQUAL} if that is larger. The result is larger than the number of rounds that it already
     * has.
     *
     * @param noise of the ratios of the rounds
     * @param level as for {@link #toSee}
     */
    public static int toDecide(double noise, Ratio undecided, double level) {
        double shown = Math.exp(Math.abs(Math.log(undecided.estimate()))) - 1;
        return Math.max(toSee(noise, Math.max(shown, Ratio.EQUAL - 1), level), undecided.n() + 1);
    }

    private static double t(double quantile, int n) {
        return new TDistribution(n - 1.0).inverseCumulativeProbability(quantile);
    }
}
