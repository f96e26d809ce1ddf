package comparison.harness.stats;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.hipparchus.distribution.continuous.TDistribution;

/**
 * How many times as large one figure is as another: the quotient of geometric means, with Student's interval on the
 * logarithms. A figure of an invocation is a mean over thousands of requests, and its noise is multiplicative, so logarithms
 * are near to normal. Where rounds are interleaved, the quotients of each round are used, so that a drift of the machine,
 * which falls on both, cancels; if nothing differs they are symmetric by exchange of the two, and then Student's t keeps its
 * level for long-tailed noise too (Efron, "Student's t-test under symmetry conditions", JASA 64, 1969). A rank test could
 * give no verdict at all here: with six rounds its least p is 2/64, which no correction for several metrics survives.
 *
 * @param n rounds, or the smaller number of starts of the two
 * @param estimate new / base
 * @param low lower end of the 95 % interval; null if there are too few values for one
 * @param high upper end; null if there are too few
 * @param p probability of such a quotient, or one further from 1, if nothing differs; null if there are too few
 * @param pEqual probability of such a quotient, or one nearer to 1, if they differ by {@link #EQUAL} or more: the larger p of two
 *     one-sided tests (Schuirmann, "A comparison of the two one-sided tests procedure", 1987); null if there are too few
 */
public record Ratio(
        int n,
        double estimate,
        @org.jspecify.annotations.Nullable Double low,
        @org.jspecify.annotations.Nullable Double high,
        @org.jspecify.annotations.Nullable Double p,
        @org.jspecify.annotations.Nullable Double pEqual) {

    /** Quotients up to this, and down to 1 / this, make no difference to anybody who chooses a stack. */
    public static final double EQUAL = 1.1;

    /** Fewer starts give no interval: two would have one degree of freedom, and intervals of any width. */
    public static final int LEAST_STARTS = 3;

    private static final double UPPER = 0.975;

    /**
     * Compares round by round: values at the same place belong together.
     *
     * @return nothing if there is no round, or a value is not above 0
     */
    public static Optional<Ratio> paired(List<Double> values, List<Double> base) {
        if (values.size() != base.size()) {
            throw new IllegalArgumentException(values.size() + " values, " + base.size() + " of the base");
        }
        if (unusable(values) || unusable(base)) {
            return Optional.empty();
        }
        Moments logs = Moments.of(IntStream.range(0, values.size())
                .mapToObj(i -> Math.log(values.get(i) / base.get(i)))
                .toList());
        return Optional.of(of(logs.n(), logs.mean(), Math.sqrt(logs.variance() / logs.n()), logs.n() - 1));
    }

    /**
     * Compares values that were measured apart (Welch, "The generalization of Student's problem", Biometrika 34, 1947).
     *
     * @return nothing if one side is empty, or a value is not above 0
     */
    public static Optional<Ratio> unpaired(List<Double> values, List<Double> base) {
        if (unusable(values) || unusable(base)) {
            return Optional.empty();
        }
        Moments a = Moments.of(values.stream().map(Math::log).toList());
        Moments b = Moments.of(base.stream().map(Math::log).toList());
        double va = a.variance() / a.n();
        double vb = b.variance() / b.n();
        double freedom = va + vb == 0
                ? a.n() + b.n() - 2.0
                : (va + vb) * (va + vb) / (va * va / (a.n() - 1) + vb * vb / (b.n() - 1));
        return Optional.of(of(Math.min(a.n(), b.n()), a.mean() - b.mean(), Math.sqrt(va + vb), freedom));
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

    /** Values without any spread leave no doubt: then p is 0, or 1 if there is no difference either. */
    private static double p(TDistribution t, double log, double error) {
        if (error == 0) {
            return log == 0 ? 1 : 0;
        }
        return 2 * t.cumulativeProbability(-Math.abs(log) / error);
    }

    private record Moments(int n, double mean, double variance) {
        static Moments of(List<Double> values) {
            int n = values.size();
            double mean = values.stream().mapToDouble(v -> v).average().orElseThrow();
            double squares =
                    values.stream().mapToDouble(v -> (v - mean) * (v - mean)).sum();
            return new Moments(n, mean, n < 2 ? 0 : squares / (n - 1));
        }
    }
}
