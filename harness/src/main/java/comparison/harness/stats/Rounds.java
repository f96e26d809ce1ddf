package comparison.harness.stats;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A figure and its base in the rounds in which both have one: values at the same place belong together.
 *
 * @param values of the one that is judged
 * @param base of the one that it is compared with, as many
 */
public record Rounds(List<Double> values, List<Double> base) {

    /** Returns the rounds that both figures have. */
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

    /** Returns these rounds and those of another pair. */
    public Rounds and(Rounds others) {
        return new Rounds(joined(values, others.values), joined(base, others.base));
    }

    private static List<Double> joined(List<Double> first, List<Double> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    /** Returns how many times its base each value is. */
    public List<Double> quotients() {
        return IntStream.range(0, values.size())
                .mapToObj(i -> values.get(i) / base.get(i))
                .toList();
    }

    /** Returns {@link Ratio#paired} of them. */
    public Optional<Ratio> ratio() {
        return Ratio.paired(values, base);
    }
}
