package comparison.harness.report;

import comparison.harness.stats.Holm;
import comparison.harness.stats.Ratio;
import comparison.harness.stats.SampleSize;
import comparison.harness.stats.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One variant beside the reference in one primary metric.
 *
 * @param variant id
 * @param reference id
 * @param metric one of {@link Primary}
 * @param ratio variant / reference, by rounds in which both have it
 * @param adjustedP corrected over all verdicts of the report; null if there are too few starts
 * @param verdict {@code faster}, {@code slower}, {@code less}, {@code more}, {@code no difference seen} or {@code too few
 *     starts}
 * @param startsToSee5Percent how many starts would show a true difference of 5 % in 4 of 5 runs, if the noise stays as it
 *     is; null if there are too few starts to say
 */
public record Comparison(
        String variant,
        String reference,
        Primary metric,
        Ratio ratio,
        @Nullable Double adjustedP,
        String verdict,
        @Nullable Integer startsToSee5Percent) {

    static final String NO_DIFFERENCE = "no difference seen";
    static final String TOO_FEW = "too few starts";

    /**
     * The part of reports of equal variants in which some verdict may be wrong. Less than the usual 5 %, so that 95 of any 100
     * such reports are silent and not just 95 on average.
     */
    private static final double LEVEL = 0.02;

    private static final double WISHED = 0.05;

    /** The status quo, which the article began with too; else the first of the plan. */
    static String reference(List<String> variants) {
        return variants.stream().filter("servlet-platform"::equals).findFirst().orElse(variants.getFirst());
    }

    /** Compares all variants with the reference; a metric that one of the two lacks is left out. */
    static List<Comparison> all(List<Cell> cells, String reference) {
        List<String> variants = cells.stream().map(Cell::variant).distinct().toList();
        List<Comparison> raw = new ArrayList<>();
        for (String variant : variants) {
            for (Primary metric : Primary.values()) {
                if (!variant.equals(reference)) {
                    of(cells, variant, reference, metric).ifPresent(raw::add);
                }
            }
        }
        return judged(raw);
    }

    private static Optional<Comparison> of(List<Cell> cells, String variant, String reference, Primary metric) {
        Optional<Spread> values = metric.of(cells, variant);
        Optional<Spread> base = metric.of(cells, reference);
        if (values.isEmpty() || base.isEmpty()) {
            return Optional.empty();
        }
        List<@Nullable Double> a = values.get().values();
        List<@Nullable Double> b = base.get().values();
        List<Integer> rounds = IntStream.range(0, Math.min(a.size(), b.size()))
                .filter(i -> a.get(i) != null && b.get(i) != null)
                .boxed()
                .toList();
        List<Double> left =
                rounds.stream().map(i -> Objects.requireNonNull(a.get(i))).toList();
        List<Double> right =
                rounds.stream().map(i -> Objects.requireNonNull(b.get(i))).toList();
        return Ratio.paired(left, right)
                .map(ratio -> new Comparison(variant, reference, metric, ratio, null, TOO_FEW, starts(left, right)));
    }

    private static @Nullable Integer starts(List<Double> values, List<Double> base) {
        if (values.size() < Spread.ENOUGH_FOR_AN_INTERVAL) {
            return null;
        }
        List<Double> quotients = IntStream.range(0, values.size())
                .mapToObj(i -> values.get(i) / base.get(i))
                .toList();
        return SampleSize.toSee(SampleSize.noise(quotients), WISHED, LEVEL / Primary.values().length);
    }

    static List<Comparison> judged(List<Comparison> raw) {
        double[] adjusted = Holm.adjusted(raw.stream()
                .flatMap(c -> Optional.ofNullable(c.ratio().p()).stream())
                .mapToDouble(p -> p)
                .toArray());
        List<Comparison> judged = new ArrayList<>();
        int next = 0;
        for (Comparison c : raw) {
            judged.add(c.ratio().p() == null ? c : c.judged(adjusted[next++]));
        }
        return judged;
    }

    private Comparison judged(double p) {
        String word = p < LEVEL ? metric.word(ratio.estimate()) : NO_DIFFERENCE;
        return new Comparison(variant, reference, metric, ratio, p, word, startsToSee5Percent);
    }

    /** Returns whether a difference was seen. */
    public boolean different() {
        return !verdict.equals(NO_DIFFERENCE) && !verdict.equals(TOO_FEW);
    }
}
