package comparison.harness.stats;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.stat.StatUtils;

/**
 * A ratio of two figures with its interval: the ratio of geometric means, with Student's interval on the logarithms.
 * The figure of a start is a mean over thousands of requests and its noise is multiplicative, so its logarithm is
 * nearly normal.
 *
 * <p>If rounds are interleaved, the ratio of each round is used, so that a drift of the machine, which affects both
 * figures, cancels. Without a true difference, these ratios are symmetric, because the two figures are exchangeable.
 * Student's t then keeps its level for long-tailed noise too (Efron, "Student's t-test under symmetry conditions", JASA
 * 64, 1969). A signed-rank test could never give a verdict with six rounds: its smallest p is 2/64, which is above the
 * level of verdicts even before a correction.
 *
 * @param n rounds, or the smaller number of starts of the two figures
 * @param estimate new / base
 * @param low lower end of the 95 % interval; null if there are too few values for an interval
 * @param high upper end; null if there are too few
 * @param p probability of this ratio, or one further from 1, without a true difference; null if there are too few
 * @param pEqual probability of this ratio, or one nearer to 1, if the true ratio is {@link #EQUAL} or further from 1:
 *     the larger p of two one-sided tests (Schuirmann, "A comparison of the two one-sided tests procedure", 1987); null
 *     if there are too few
 */
public record Ratio(
        int n,
        double estimate,
        @org.jspecify.annotations.Nullable Double low,
        @org.jspecify.annotations.Nullable Double high,
        @org.jspecify.annotations.Nullable Double p,
        @org.jspecify.annotations.Nullable Double pEqual) {

    /** Largest ratio that does not matter for choosing a stack; the smallest is 1 / this. */
    public static final double EQUAL = 1.1;

    /** Fewest values for an interval: two would leave one degree of freedom and give intervals of any width. */
    public static final int LEAST_STARTS = 3;

    private static final double UPPER = 0.975;

    /**
     * Compares round by round: values at the same index are of the same round.
     *
     * @return empty without rounds, or if a value is not finite and above 0
     */
    public static Optional<Ratio> paired(List<Double> values, List<Double> base) {
        if (values.size() != base.size()) {
            throw new IllegalArgumentException(values.size() + " values, " + base.size() + " of the base");
        }
        if (unusable(values) || unusable(base)) {
            return Optional.empty();
        }
        double[] logs = IntStream.range(0, values.size())
                .mapToDouble(i -> Math.log(values.get(i) / base.get(i)))
                .toArray();
        int n = logs.length;
        return Optional.of(of(n, StatUtils.mean(logs), Math.sqrt(StatUtils.variance(logs) / n), n - 1));
    }

    /**
     * Compares values that were not measured in common rounds (Welch, "The generalization of Student's problem",
     * Biometrika 34, 1947).
     *
     * @return empty if one side has no value, or if a value is not finite and above 0
     */
    public static Optional<Ratio> unpaired(List<Double> values, List<Double> base) {
        if (unusable(values) || unusable(base)) {
            return Optional.empty();
        }
        double[] a = values.stream().mapToDouble(Math::log).toArray();
        double[] b = base.stream().mapToDouble(Math::log).toArray();
        double va = StatUtils.variance(a) / a.length;
        double vb = StatUtils.variance(b) / b.length;
        double freedom = va + vb == 0
                ? a.length + b.length - 2.0
                : (va + vb) * (va + vb) / (va * va / (a.length - 1) + vb * vb / (b.length - 1));
        double log = StatUtils.mean(a) - StatUtils.mean(b);
        return Optional.of(of(Math.min(a.length, b.length), log, Math.sqrt(va + vb), freedom));
    }

    /** Inverts it to base / new. Both probabilities are about either direction, so they stay. */
    public Ratio inverted() {
        return new Ratio(
                n,
                1 / estimate,
                high == null ? null : Double.valueOf(1 / high),
                low == null ? null : Double.valueOf(1 / low),
                p,
                pEqual);
    }

    /** Formats it with its interval, if it has one, such as × 1.20 [1.10–1.31]. */
    public String text(int digits) {
        String number = "%." + digits + "f";
        return low == null || high == null
                ? String.format(Locale.ROOT, "× " + number, estimate)
                : String.format(Locale.ROOT, "× %1$s [%1$s–%1$s]".formatted(number), estimate, low, high);
    }

    private static boolean unusable(List<Double> values) {
        return values.isEmpty() || !values.stream().allMatch(value -> value > 0 && Double.isFinite(value));
    }

    private static Ratio of(int n, double log, double error, double freedom) {
        if (n < LEAST_STARTS) {
            return new Ratio(n, Math.exp(log), null, null, null, null);
        }
        TDistribution t = new TDistribution(freedom);
        double half = t.inverseCumulativeProbability(UPPER) * error;
        return new Ratio(
                n, Math.exp(log), Math.exp(log - half), Math.exp(log + half), p(t, log, error), pEqual(t, log, error));
    }

    private static double pEqual(TDistribution t, double log, double error) {
        double room = Math.log(EQUAL) - Math.abs(log);
        if (error == 0) {
            return room > 0 ? 0 : 1;
        }
        return t.cumulativeProbability(-room / error);
    }

    /** Without any spread the result is certain: p is 0, or 1 if there is no difference either. */
    private static double p(TDistribution t, double log, double error) {
        if (error == 0) {
            return log == 0 ? 1 : 0;
        }
        return 2 * t.cumulativeProbability(-Math.abs(log) / error);
    }
}
