package comparison.harness.stats;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Corrects p values for several simultaneous verdicts (Holm, "A simple sequentially rejective multiple test procedure",
 * 1979).
 */
public final class Holm {

    private Holm() {}

    /**
     * Adjusts p values so that comparing each with a level gives any false verdict with at most that probability.
     *
     * @param p in [0, 1], in any order; the result has the same order
     */
    public static double[] adjusted(double... p) {
        int[] ascending = IntStream.range(0, p.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> p[i]))
                .mapToInt(i -> i)
                .toArray();
        double[] adjusted = Arrays.copyOf(p, p.length);
        double least = 0;
        for (int i = 0; i < ascending.length; i++) {
            least = Math.max(least, Math.min(1, (p.length - i) * p[ascending[i]]));
            adjusted[ascending[i]] = least;
        }
        return adjusted;
    }
}
