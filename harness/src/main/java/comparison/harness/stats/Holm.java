package comparison.harness.stats;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Correction for several verdicts at once (Holm, "A simple sequentially rejective multiple test procedure", 1979). */
public final class Holm {

    private Holm() {}

    /**
     * Returns p values which, each compared with 5 %, give a single false verdict among all of them in at most 5 % of cases.
     *
     * @param p in [0, 1], in any order; the answer is in the same
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
