package comparison.harness.stats;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A figure and its base, limited to the rounds in which both were measured. Values at the same index are of the same
 * round.
 *
 * @param values of the figure that is judged
 * @param base of the figure that it is compared with, as many
 */
public record Rounds(List<Double> values, List<Double> base) {

    /** Selects the rounds in which neither figure is missing. */
    public static Rounds common(Spread values, Spread base) {
        return common(values.values(), base.values());
    }

    /**
     * Averages several figures, and the base of each, to their geometric mean in each round. Their starts in a round
     * share its noise, so they do not count as several rounds. A round that one of them lacks is left out.
     */
    public static Rounds mean(List<Spread> values, List<Spread> bases) {
        return common(geometricMean(values), geometricMean(bases));
    }

    private static List<@Nullable Double> geometricMean(List<Spread> figures) {
        int rounds = figures.stream()
                .mapToInt(figure -> figure.values().size())
                .min()
                .orElse(0);
        List<@Nullable Double> means = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            means.add(geometricMean(figures, round));
        }
        return means;
    }

    private static @Nullable Double geometricMean(List<Spread> figures, int round) {
        double logs = 0;
        for (Spread figure : figures) {
            Double value = figure.values().get(round);
            if (value == null) {
                return null;
            }
            logs += Math.log(value);
        }
        return Math.exp(logs / figures.size());
    }

    private static Rounds common(List<@Nullable Double> left, List<@Nullable Double> right) {
        List<Integer> both = IntStream.range(0, Math.min(left.size(), right.size()))
                .filter(i -> left.get(i) != null && right.get(i) != null)
                .boxed()
                .toList();
        Function<List<@Nullable Double>, List<Double>> picked = all ->
                both.stream().map(i -> Objects.requireNonNull(all.get(i))).toList();
        return new Rounds(picked.apply(left), picked.apply(right));
    }

    /** Divides each value by its base. */
    public List<Double> quotients() {
        return IntStream.range(0, values.size())
                .mapToObj(i -> values.get(i) / base.get(i))
                .toList();
    }

    /** Computes {@link Ratio#paired} of these rounds. */
    public Optional<Ratio> ratio() {
        return Ratio.paired(values, base);
    }
}
