package comparison.harness.run;

import comparison.harness.Fault;
import comparison.harness.Pause;
import comparison.harness.record.Invocation;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Measures where the time of an invocation goes, from its creation on. Time that belongs to no part is overhead of the
 * harness.
 */
final class Stopwatch {

    private long since = System.nanoTime();
    private boolean paused;
    private long total;
    private long starts;
    private long loads;
    private long rests;

    /** Runs something whose duration counts as start. */
    <T> T start(Supplier<T> starting) {
        long from = System.nanoTime();
        T started = starting.get();
        starts += System.nanoTime() - from;
        return started;
    }

    /** Runs something whose duration counts as load. */
    <T> T load(Supplier<T> sending) {
        long from = System.nanoTime();
        T sent = sending.get();
        loads += System.nanoTime() - from;
        return sent;
    }

    /**
     * Waits; the time counts as rest.
     *
     * @throws Fault if this thread is interrupted
     */
    void rest(Duration duration) {
        Pause.of(duration);
        rests += duration.toNanos();
    }

    /** Stops counting until {@link #goOn}: the time belongs to other invocations. */
    void pause() {
        if (!paused) {
            total += System.nanoTime() - since;
        }
        paused = true;
    }

    /** Counts again. */
    void goOn() {
        if (paused) {
            since = System.nanoTime();
        }
        paused = false;
    }

    /** Returns the record of a completed invocation. */
    Invocation invocation(int session, Invocation.AppliedLimits limits) {
        pause();
        return new Invocation(
                Invocation.SCHEMA_VERSION,
                true,
                null,
                session,
                seconds(total),
                seconds(starts),
                seconds(loads),
                seconds(rests),
                limits);
    }

    private static double seconds(long nanos) {
        return nanos / (double) TimeUnit.SECONDS.toNanos(1);
    }
}
