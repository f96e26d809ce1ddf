package comparison.harness.run;

import comparison.harness.Fault;
import comparison.harness.Pause;
import comparison.harness.record.Invocation;
import comparison.harness.record.Load;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Measures where the time of an invocation goes. Time that belongs to no part is overhead of the harness. */
final class Stopwatch {

    private final long begin = System.nanoTime();
    long start;
    private long loads;
    private long rests;

    /** Runs something whose duration counts as load. */
    Load load(Supplier<Load> sending) {
        long from = System.nanoTime();
        Load load = sending.get();
        loads += System.nanoTime() - from;
        return load;
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

    /** Returns the record of a completed invocation. */
    Invocation invocation(int session, Invocation.AppliedLimits limits) {
        return new Invocation(
                Invocation.SCHEMA_VERSION,
                true,
                null,
                session,
                seconds(System.nanoTime() - begin),
                seconds(start),
                seconds(loads),
                seconds(rests),
                limits);
    }

    private static double seconds(long nanos) {
        return nanos / (double) TimeUnit.SECONDS.toNanos(1);
    }
}
