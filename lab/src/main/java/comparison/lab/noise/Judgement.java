package comparison.lab.noise;

import comparison.harness.report.Comparison;
import comparison.harness.stats.Ratio;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.function.Predicate;

/**
 * How well the method judges one planted difference. Rounds are drawn with replacement (Efron and Tibshirani, "An
 * Introduction to the Bootstrap", chapter 6), after they were moved to the planted ratio: bias is reported separately
 * and must not look like power. A pure function of the evidence; the order of its rounds does not matter.
 *
 * @param evidence that is judged
 * @param whole the ratio over all rounds
 * @param coverage share of 95 % intervals of {@link #STARTS} rounds that contain the true ratio
 * @param starts rounds of {@code found}: 12, or 24 for less than 10 % more
 * @param found share of verdicts of a difference with so many rounds; false ones for a twin
 * @param pair fewest rounds that find the difference in 4 of 5 tries, for two variants; empty for a twin, or if
 *     {@link #MOST} are too few
 * @param table the same at the level of Holm's hardest step in a table of {@link #TABLE} variants
 */
record Judgement(
        Evidence evidence,
        Ratio whole,
        double coverage,
        int starts,
        double found,
        OptionalInt pair,
        OptionalInt table) {

    /** Variants of a large table, one of which is the reference. */
    static final int TABLE = 16;

    /** Rounds of a usual comparison. */
    static final int STARTS = 12;

    /** More rounds than a real run has. */
    static final int MOST = 200;

    private static final double USUAL = 1.1;
    private static final double POWER = 0.8;
    private static final long SEED = 20261123;

    /**
     * Judges how well the evidence shows its planted difference.
     *
     * @param draws samples for each share; 2000 give a standard error of half a percent near 95 %
     * @return empty if there are too few rounds for an interval
     */
    static Optional<Judgement> of(Evidence evidence, int draws) {
        return ratio(evidence.quotients())
                .filter(whole -> whole.low() != null)
                .map(whole -> of(evidence, whole, draws));
    }

    private static Judgement of(Evidence evidence, Ratio whole, int draws) {
        double planted = evidence.planted();
        Sampler sampler = new Sampler(
                evidence.quotients().stream()
                        .map(quotient -> quotient * planted / whole.estimate())
                        .sorted()
                        .toList(),
                draws);
        int starts = planted > 1 && planted < USUAL ? 2 * STARTS : STARTS;
        Predicate<Ratio> found = differs(Comparison.LEVEL);
        return new Judgement(
                evidence,
                whole,
                sampler.share(STARTS, ratio -> contains(ratio, planted)),
                starts,
                sampler.share(starts, planted == 1 ? found : found.and(ratio -> ratio.estimate() > 1)),
                planted == 1 ? OptionalInt.empty() : sampler.needed(differs(Comparison.LEVEL)),
                planted == 1 ? OptionalInt.empty() : sampler.needed(differs(Comparison.LEVEL / (TABLE - 1))));
    }

    private static Predicate<Ratio> differs(double level) {
        return ratio -> ratio.p() != null && ratio.p() < level;
    }

    private static boolean contains(Ratio ratio, double truth) {
        return ratio.low() != null && ratio.high() != null && ratio.low() <= truth && truth <= ratio.high();
    }

    /** Returns estimate / planted ratio, with the ends of the interval. */
    Ratio bias() {
        return ratio(evidence.quotients().stream()
                        .map(quotient -> quotient / evidence.planted())
                        .toList())
                .orElseThrow();
    }

    private static Optional<Ratio> ratio(List<Double> quotients) {
        return Ratio.paired(quotients, Collections.nCopies(quotients.size(), 1.0));
    }

    /**
     * Draws samples. Each share begins with the same seed, so shares for different sizes differ only because of the
     * size.
     */
    private record Sampler(List<Double> rounds, int draws) {

        double share(int size, Predicate<Ratio> hit) {
            Random random = new Random(SEED);
            long hits = 0;
            for (int draw = 0; draw < draws; draw++) {
                List<Double> sample = random.ints(size, 0, rounds.size())
                        .mapToObj(rounds::get)
                        .toList();
                if (ratio(sample).filter(hit).isPresent()) {
                    hits++;
                }
            }
            return hits / (double) draws;
        }

        OptionalInt needed(Predicate<Ratio> found) {
            int enough = Ratio.LEAST_STARTS;
            while (enough < MOST && share(enough, found) < POWER) {
                enough = Math.min(MOST, enough * 2);
            }
            int tooFew = enough == Ratio.LEAST_STARTS ? enough - 1 : enough / 2;
            if (enough == MOST && share(enough, found) < POWER) {
                return OptionalInt.empty();
            }
            while (enough - tooFew > 1) {
                int middle = (enough + tooFew) / 2;
                if (share(middle, found) < POWER) {
                    tooFew = middle;
                } else {
                    enough = middle;
                }
            }
            return OptionalInt.of(enough);
        }
    }
}
