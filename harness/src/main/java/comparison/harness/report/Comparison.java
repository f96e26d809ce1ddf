package comparison.harness.report;

import comparison.harness.plan.Variant;
import comparison.harness.stats.Holm;
import comparison.harness.stats.Ratio;
import comparison.harness.stats.Rounds;
import comparison.harness.stats.SampleSize;
import comparison.harness.stats.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One variant beside the reference in one primary metric.
 *
 * @param variant id
 * @param reference id
 * @param metric one of {@link Primary}
 * @param ratio variant / reference, by rounds in which both have it
 * @param adjustedP corrected over the verdicts on this metric; null if there are too few starts
 * @param verdict {@code faster}, {@code slower}, {@code less} or {@code more}; else {@code equal within ±10 %}, or
 *     {@code undecided, needs about N starts}; {@code too few starts}; {@code not judged: failed} if a cell of one of the two must not
 *     be trusted; {@code not judged: other SQL} if the database works more for one of the two than for the other
 * @param startsToSee5Percent how many starts would show a true difference of 5 % in 4 of 5 runs, if the noise stays as it
 *     is and no other verdict on the metric is one of a difference; null without a verdict
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
    static final String FAILED = "not judged: failed";
    static final String OTHER_SQL = "not judged: other SQL";

    /**
     * The part of reports of equal variants in which some verdict on a metric may be wrong. Less than the usual 5 %, so that 95 of any 100
     * such reports are silent and not just 95 on average.
     */
    private static final double LEVEL = 0.02;

    private static final double EQUAL_LEVEL = 0.05;
    private static final double WISHED = 0.05;

    /** The reference of the catalogue, if it is measured; else the first of the plan. */
    static String reference(List<Variant> variants) {
        return variants.stream()
                .filter(Variant::reference)
                .findFirst()
                .orElse(variants.getFirst())
                .id();
    }

    /**
     * Compares all variants with the reference; a metric that one of the two lacks is left out.
     *
     * @param otherSql the variants whose database does other work, which are not judged
     */
    static List<Comparison> all(List<Cell> cells, String reference, Set<String> otherSql) {
        List<String> variants = cells.stream().map(Cell::variant).distinct().toList();
        List<Paired> raw = new ArrayList<>();
        for (String variant : variants) {
            for (Primary metric : Primary.values()) {
                if (!variant.equals(reference)) {
                    of(cells, variant, reference, metric)
                            .map(found -> otherSql.contains(variant) || otherSql.contains(reference)
                                    ? found.withoutVerdict()
                                    : found)
                            .ifPresent(raw::add);
                }
            }
        }
        List<Comparison> judged = judged(raw.stream().map(Paired::comparison).toList());
        return IntStream.range(0, raw.size())
                .mapToObj(i -> judged.get(i).withStarts(raw.get(i).quotients(), judged))
                .toList();
    }

    /** A comparison with the quotients of its rounds. */
    private record Paired(Comparison comparison, List<Double> quotients) {

        Paired withoutVerdict() {
            Comparison c = comparison;
            return c.verdict.equals(FAILED)
                    ? this
                    : new Paired(
                            new Comparison(c.variant, c.reference, c.metric, c.ratio, null, OTHER_SQL, null),
                            quotients);
        }
    }

    private static Optional<Paired> of(List<Cell> cells, String variant, String reference, Primary metric) {
        Optional<Spread> values = metric.of(cells, variant);
        Optional<Spread> base = metric.of(cells, reference);
        if (values.isEmpty() || base.isEmpty()) {
            return Optional.empty();
        }
        Rounds rounds = Rounds.common(values.get(), base.get());
        boolean failed = metric.failed(cells, variant) || metric.failed(cells, reference);
        return rounds.ratio()
                .map(ratio -> new Paired(unjudged(variant, reference, metric, ratio, failed), rounds.quotients()));
    }

    /** Returns a quotient without a verdict; it never gets one if a cell of the two failed. */
    static Comparison unjudged(String variant, String reference, Primary metric, Ratio ratio, boolean failed) {
        return new Comparison(variant, reference, metric, ratio, null, failed ? FAILED : TOO_FEW, null);
    }

    /** The level of one verdict is that of Holm's hardest step: nothing else differs. */
    private Comparison withStarts(List<Double> quotients, List<Comparison> all) {
        if (adjustedP == null) {
            return this;
        }
        long family = all.stream()
                .filter(other -> other.metric == metric && other.adjustedP != null)
                .count();
        double noise = SampleSize.noise(quotients);
        String said = verdict.equals(UNDECIDED)
                ? "%s, needs about %d starts".formatted(UNDECIDED, startsToDecide(noise, family))
                : verdict;
        return new Comparison(
                variant, reference, metric, ratio, adjustedP, said, SampleSize.toSee(noise, WISHED, LEVEL / family));
    }

    /** To see the quotient that was found, or one that would make a difference. */
    private int startsToDecide(double noise, long family) {
        double found = Math.exp(Math.abs(Math.log(ratio.estimate()))) - 1;
        int starts = SampleSize.toSee(noise, Math.max(found, Ratio.EQUAL - 1), LEVEL / family);
        return Math.max(starts, ratio.n() + 1);
    }

    /** Corrects metric by metric: each is a question of its own. */
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

    /** Returns whether the two may be judged at all: neither failed, and the database does the same work for both. */
    boolean judgeable() {
        return !verdict.equals(FAILED) && !verdict.equals(OTHER_SQL);
    }

    /** Returns whether a difference was seen. */
    public boolean different() {
        return adjustedP != null && adjustedP < LEVEL;
    }
}
