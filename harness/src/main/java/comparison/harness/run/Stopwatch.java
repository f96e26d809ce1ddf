package comparison.harness.run;

import comparison.harness.Fault;
import comparison.harness.raw.Invocation;
import comparison.harness.raw.Load;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Where the time of an invocation goes; what is in none of its parts is the harness's own. */
final class Stopwatch {

    private final long begin = System.nanoTime();
    long start;
    private long loads;
    private long rests;

    /** Does something that counts as load: the time that the client was sending. */
    Load load(Supplier<Load> sending) {
        long from = System.nanoTime();
        Load load = sending.get();
        loads += System.nanoTime() - from;
        return load;
    }

    /** Waits. */
    void rest(Duration duration) {
        try {
            Thread.sleep(duration);
            rests += duration.toNanos();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Fault.broken("The run was interrupted.", e);
        }
    }

    /** Returns the record of an invocation that was completed. */
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
