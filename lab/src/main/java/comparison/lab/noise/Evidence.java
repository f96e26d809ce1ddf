package comparison.lab.noise;

import comparison.harness.stats.SampleSize;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.hipparchus.stat.correlation.PearsonsCorrelation;

/**
 * The rounds of one variant, compared in one way.
 *
 * @param way of comparing
 * @param planted true ratio of the CPU time: 1 for a twin, 1.05 for 5 % more
 * @param rounds in any order
 * @param pairSeconds what a round of two variants takes
 * @param tableSeconds what a round of {@link #TABLE} variants takes
 */
record Evidence(Way way, double planted, List<Round> rounds, double pairSeconds, double tableSeconds) {

    /** Variants of a large table, one of which is the reference. */
    static final int TABLE = 16;

    /**
     * Computes how much of the noise the way can remove: the correlation over rounds, on logarithms, of the ratio with
     * the covariate or, without one, of both variants. NaN for fewer than two rounds.
     */
    double correlation() {
        return way.hasCovariate()
                ? correlation(Round::quotient, Round::covariate)
                : correlation(Round::value, Round::base);
    }

    /** Returns the standard deviation of the logarithms of the ratios, before any covariate. */
    double noise() {
        return SampleSize.noise(rounds.stream().map(Round::quotient).toList());
    }

    private double correlation(ToDoubleFunction<Round> x, ToDoubleFunction<Round> y) {
        return rounds.size() < 2 ? Double.NaN : new PearsonsCorrelation().correlation(logs(x), logs(y));
    }

    private double[] logs(ToDoubleFunction<Round> of) {
        return rounds.stream().mapToDouble(of).map(Math::log).toArray();
    }
}
