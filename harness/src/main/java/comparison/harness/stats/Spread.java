package comparison.harness.stats;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoubleFunction;
import org.hipparchus.stat.descriptive.rank.Percentile;
import org.jspecify.annotations.Nullable;

/**
 * A figure over several fresh starts.
 *
 * @param n number of starts that have the figure, at least 1
 * @param median the middle value, or the mean of the two middle ones
 * @param min smallest
 * @param max largest
 * @param low lower end of the median's 95 % interval, see {@link MedianInterval}; null for fewer than six starts
 * @param high upper end; null for fewer than six starts
 * @param values by start, null for a start that lacks the figure
 * @param outliers values further than 1.5 interquartile ranges from the quartiles (Tukey, "Exploratory Data Analysis",
 *     1977; quartiles as in R and NumPy). They are shown and count like all others
 */
public record Spread(
        int n,
        double median,
        double min,
        double max,
        @Nullable Double low,
        @Nullable Double high,
        List<@Nullable Double> values,
        List<Double> outliers) {

    /** Fewest starts for an interval of the median; see {@link MedianInterval#of}. */
    public static final int ENOUGH_FOR_AN_INTERVAL = 6;

    private static final double FENCE = 1.5;

    /**
     * Formats the median with its interval in brackets or, if there are too few starts for one, with the smallest and
     * the largest value in parentheses.
     *
     * @param number formats a value
     */
    public String text(DoubleFunction<String> number) {
        String median = number.apply(this.median);
        if (low != null && high != null) {
            return "%s [%s–%s]".formatted(median, number.apply(low), number.apply(high));
        }
        return n == 1 ? median : "%s (%s–%s)".formatted(median, number.apply(min), number.apply(max));
    }

    /** Formats it like {@link #text(DoubleFunction)}, with so many digits after the decimal point. */
    public String text(int digits) {
        return text(value -> String.format(Locale.ROOT, "%." + digits + "f", value));
    }

    /** Computes the spread of the values that are not null. There must be at least one. */
    public static Spread of(Collection<@Nullable Double> values) {
        List<Double> sorted = present(values).stream().sorted().toList();
        int n = sorted.size();
        double median = (sorted.get((n - 1) / 2) + sorted.get(n / 2)) / 2;
        Optional<MedianInterval> interval = MedianInterval.of(sorted);
        return new Spread(
                n,
                median,
                sorted.getFirst(),
                sorted.getLast(),
                interval.map(MedianInterval::low).orElse(null),
                interval.map(MedianInterval::high).orElse(null),
                new ArrayList<>(values),
                outliers(sorted));
    }

    private static List<Double> outliers(List<Double> sorted) {
        double[] values = sorted.stream().mapToDouble(value -> value).toArray();
        Percentile quantile = new Percentile().withEstimationType(Percentile.EstimationType.R_7);
        double lower = quantile.evaluate(values, 25);
        double upper = quantile.evaluate(values, 75);
        double fence = FENCE * (upper - lower);
        return sorted.stream()
                .filter(value -> value < lower - fence || value > upper + fence)
                .toList();
    }

    /** Lists the values without the missing ones. */
    public List<Double> present() {
        return present(values);
    }

    private static List<Double> present(Collection<@Nullable Double> values) {
        return values.stream()
                .flatMap(value -> Optional.ofNullable(value).stream())
                .toList();
    }

    /** Describes how reliable figures over this number of fresh starts are, for the conditions of a report. */
    public static String replication(int starts) {
        if (starts == 1) {
            return "1 fresh start per variant: one value, too few for an interval";
        }
        return starts < ENOUGH_FOR_AN_INTERVAL
                ? "%s fresh starts per variant: median (smallest–largest); too few for an interval of the median"
                        .formatted(starts)
                : "%s fresh starts per variant: median [95 %% interval of the median]".formatted(starts);
    }
}
