package comparison.harness.stats;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
        List<@Nullable Double> left = values.values();
        List<@Nullable Double> right = base.values();
        List<Integer> both = IntStream.range(0, Math.min(left.size(), right.size()))
                .filter(i -> left.get(i) != null && right.get(i) != null)
                .boxed()
                .toList();
        Function<List<@Nullable Double>, List<Double>> picked = all ->
                both.stream().map(i -> Objects.requireNonNull(all.get(i))).toList();
        return new Rounds(picked.apply(left), picked.apply(right));
    }

    /** Appends the rounds of another pair. */
    public Rounds and(Rounds others) {
        return new Rounds(joined(values, others.values), joined(base, others.base));
    }

    private static List<Double> joined(List<Double> first, List<Double> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
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
