package comparison.harness.report;

import comparison.harness.metric.Metric;
import comparison.harness.plan.Variant;
import comparison.harness.stats.Holm;
import comparison.harness.stats.Ratio;
import comparison.harness.stats.Rounds;
import comparison.harness.stats.SampleSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The ratio of one variant to the reference in one primary metric, with a verdict.
 *
 * @param variant id
 * @param reference id
 * @param metric one of {@link Primary}
 * @param ratio variant / reference, over the rounds in which both have the metric
 * @param adjustedP p corrected over the verdicts on this metric; null without a verdict
 * @param verdict {@code faster}, {@code slower}, {@code less} or {@code more}; else {@code equal within ±10 %} or
 *     {@code undecided, needs about N starts}. Without a verdict: {@code too few starts}; {@code not judged: failed} if
 *     a cell of either variant must not be trusted; {@code not judged: other SQL} if the database does other work for
 *     one of the two; {@code not judged: the rate is set} for the throughput of the open model, which is its input
 * @param startsToSee5Percent how many starts would detect a true difference of 5 % in 4 of 5 runs; null without a
 *     verdict. It assumes the noise of this run, and that no other verdict on the metric is a difference
 */
public record Comparison(
        String variant,
        String reference,
        Primary metric,
        Ratio ratio,
        @Nullable Double adjustedP,
        String verdict,
        @Nullable Integer startsToSee5Percent) {

    static final String EQUAL = "equal within ±10 %";
    private static final String UNDECIDED = "undecided";
    static final String TOO_FEW = "too few starts";
    private static final String NOT_JUDGED = "not judged: ";
    static final String FAILED = NOT_JUDGED + "failed";
    static final String OTHER_SQL = NOT_JUDGED + "other SQL";
    static final String RATE_IS_SET = NOT_JUDGED + "the rate is set";

    /**
     * Level of verdicts: the share of reports of equal variants in which some verdict on a metric may be a false
     * difference. It is below the usual 5 %, so that of any 100 such reports at least 95 have no false difference, and
     * not just 95 on average.
     */
    public static final double LEVEL = 0.02;

    private static final double EQUAL_LEVEL = 0.05;
    private static final double WISHED = 0.05;

    /** Chooses the catalogue's reference if it is measured, else the first variant of the plan. */
    static String reference(List<Variant> variants) {
        return variants.stream()
                .filter(Variant::reference)
                .findFirst()
                .orElse(variants.getFirst())
                .id();
    }

    /**
     * Compares all variants with the reference. A metric that one of the two lacks is left out.
     *
     * @param warnings of the run, some of which rule out verdicts
     */
    static List<Comparison> all(List<Cell> cells, String reference, List<Warning> warnings) {
        Set<String> otherSql = Warning.otherSql(warnings);
        boolean rateIsSet = Warning.rateIsSet(warnings);
        List<String> variants = cells.stream()
                .map(Cell::variant)
                .distinct()
                .filter(variant -> !variant.equals(reference))
                .toList();
        List<Paired> raw = new ArrayList<>();
        for (String variant : variants) {
            for (Primary metric : Primary.values()) {
                String unjudged = unjudged(
                        metric.metric(),
                        metric.failed(cells, variant) || metric.failed(cells, reference),
                        otherSql.contains(variant) || otherSql.contains(reference),
                        rateIsSet);
                metric.rounds(cells, variant, reference)
                        .flatMap(rounds -> Paired.of(variant, reference, metric, rounds, unjudged))
                        .ifPresent(raw::add);
            }
        }
        return withVerdicts(raw);
    }

    /**
     * Compares several things with one reference in one metric, as one family.
     *
     * @param rounds by name; rounds without a ratio are left out
     */
    public static List<Comparison> family(Primary metric, String reference, Map<String, Rounds> rounds) {
        return withVerdicts(rounds.entrySet().stream()
                .flatMap(one -> Paired.of(one.getKey(), reference, metric, one.getValue(), TOO_FEW).stream())
                .toList());
    }

    private static List<Comparison> withVerdicts(List<Paired> raw) {
        List<Comparison> judged = judged(raw.stream().map(Paired::comparison).toList());
        return IntStream.range(0, raw.size())
                .mapToObj(i -> judged.get(i).withStarts(raw.get(i).quotients(), judged))
                .toList();
    }

    /** A comparison with the ratios of its rounds. */
    private record Paired(Comparison comparison, List<Double> quotients) {

        static Optional<Paired> of(String variant, String reference, Primary metric, Rounds rounds, String unjudged) {
            return rounds.ratio()
                    .map(ratio ->
                            new Paired(unjudged(variant, reference, metric, ratio, unjudged), rounds.quotients()));
        }
    }

    static Comparison unjudged(String variant, String reference, Primary metric, Ratio ratio, String why) {
        return new Comparison(variant, reference, metric, ratio, null, why, null);
    }

    /** Explains why two figures get no verdict; {@link #TOO_FEW} if only more starts are needed for one. */
    static String unjudged(Metric metric, boolean failed, boolean otherSql, boolean rateIsSet) {
        return failed ? FAILED : otherSql ? OTHER_SQL : rateIsSet && metric.isThroughput() ? RATE_IS_SET : TOO_FEW;
    }

    /** The level of one verdict is that of Holm's hardest step, as if nothing else differed. */
    private Comparison withStarts(List<Double> quotients, List<Comparison> all) {
        if (adjustedP == null) {
            return this;
        }
        long family = all.stream()
                .filter(other -> other.metric == metric && other.adjustedP != null)
                .count();
        double noise = SampleSize.noise(quotients);
        String said = verdict.equals(UNDECIDED)
                ? "%s, needs about %d starts".formatted(UNDECIDED, SampleSize.toDecide(noise, ratio, LEVEL / family))
                : verdict;
        return new Comparison(
                variant, reference, metric, ratio, adjustedP, said, SampleSize.toSee(noise, WISHED, LEVEL / family));
    }

    /** Corrects within each metric, because each metric is a separate question (docs/decisions/0171). */
    static List<Comparison> judged(List<Comparison> raw) {
        List<Comparison> judged = new ArrayList<>(raw);
        for (Primary metric : Primary.values()) {
            List<Integer> family = IntStream.range(0, raw.size())
                    .filter(i -> raw.get(i).metric == metric
                            && raw.get(i).ratio.p() != null
                            && raw.get(i).judgeable())
                    .boxed()
                    .toList();
            double[] adjusted = Holm.adjusted(family.stream()
                    .flatMap(i -> Optional.ofNullable(raw.get(i).ratio.p()).stream())
                    .mapToDouble(p -> p)
                    .toArray());
            for (int i = 0; i < adjusted.length; i++) {
                judged.set(family.get(i), raw.get(family.get(i)).judged(adjusted[i]));
            }
        }
        return judged;
    }

    private Comparison judged(double p) {
        Double equal = ratio.pEqual();
        String word =
                p < LEVEL ? metric.word(ratio.estimate()) : equal != null && equal < EQUAL_LEVEL ? EQUAL : UNDECIDED;
        return new Comparison(variant, reference, metric, ratio, p, word, startsToSee5Percent);
    }

    /** Swaps the two: the ratio of the reference to the variant, with the verdict on it. */
    Comparison swapped() {
        Ratio inverse = ratio.inverted();
        String said = verdict.equals(metric.word(ratio.estimate())) ? metric.word(inverse.estimate()) : verdict;
        return new Comparison(reference, variant, metric, inverse, adjustedP, said, startsToSee5Percent);
    }

    /** Tells whether the ratio is in favour of the reference. The medians may nevertheless favour the variant. */
    boolean against() {
        return ratio.estimate() != 1 && !metric.isBetter(ratio.estimate());
    }

    /** Tells whether the two may be judged: neither failed, and both did the same work. */
    boolean judgeable() {
        return !verdict.startsWith(NOT_JUDGED);
    }

    /** Tells whether the verdict is a difference. */
    public boolean different() {
        return adjustedP != null && adjustedP < LEVEL;
    }
}
