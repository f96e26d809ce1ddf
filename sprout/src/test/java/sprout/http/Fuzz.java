package sprout.http;

import java.util.Arrays;
import java.util.Random;

/** What the fuzz targets share: pieces that depend only on the input, so that a finding can be repeated. */
public final class Fuzz {
    private Fuzz() {}

    /** Where to cut an input into pieces, from 0 to its length. */
    public static int[] cuts(byte[] data) {
        Random random = new Random(Arrays.hashCode(data));
        int[] cuts = random.ints(random.nextInt(8), 0, data.length + 1).sorted().toArray();
        int[] all = new int[cuts.length + 1];
        System.arraycopy(cuts, 0, all, 0, cuts.length);
        all[cuts.length] = data.length;
        return all;
    }

    /** Limits are noticed at different bytes depending on the pieces, so before or after another fault. */
    public static boolean isLimit(String outcome) {
        return outcome.equals("413") || outcome.equals("414") || outcome.equals("431");
    }

    /** Fails unless the condition holds. */
    public static void require(boolean condition, String message) {
        if (!condition) {
            throw new AssertionError(message);
        }
    }
}
