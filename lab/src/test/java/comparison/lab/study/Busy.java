package comparison.lab.study;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What the tests profile: burns processor time, allocates, and collects garbage, until its standard input ends. */
final class Busy {

    private Busy() {}

    /** Says "ready" and begins. */
    public static void main(String... arguments) throws IOException {
        Thread worker = Thread.ofPlatform().daemon().name("worker").start(() -> {
            long sum = 0;
            while (sum != 1) {
                sum += burnt(sum) + garbage();
            }
        });
        System.gc();
        System.out.println("ready");
        while (System.in.read() >= 0) {
            System.gc();
        }
        worker.interrupt();
    }

    static long burnt(long seed) {
        long value = seed | 3;
        for (int i = 0; i < 200_000; i++) {
            value = value * 6364136223846793005L + Long.rotateLeft(value, 7);
        }
        return value | 2;
    }

    private static long garbage() {
        List<long[]> kept = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            kept.add(new long[1024]);
        }
        return kept.size();
    }
}
