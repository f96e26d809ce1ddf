package comparison.harness.probe;

import java.util.concurrent.TimeUnit;

/** Milliseconds since the epoch that never jump: reads the wall clock once, then only the monotonic clock. */
public final class Ticks {

    private static final long EPOCH_MILLIS = System.currentTimeMillis();
    private static final long START_NANOS = System.nanoTime();

    private Ticks() {}

    /** Returns the current time in ms since the epoch. */
    public static long millis() {
        return EPOCH_MILLIS + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - START_NANOS);
    }
}
