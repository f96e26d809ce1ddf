package comparison.harness.cli;

import comparison.harness.Fault;
import java.time.Duration;
import java.util.function.DoubleSupplier;

/** The time after builds, in which they still are in the machine's load average. */
final class Settling {

    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final int PART = 10;

    /** The kernel counts anew every 5 s (kernel/sched/loadavg.c). */
    private static final Duration PAUSE = Duration.ofSeconds(5);

    private Settling() {}

    /** Returns how long a run may wait: 5 minutes, and no more than a tenth of its own time. */
    static Duration limit(Duration run) {
        Duration part = run.dividedBy(PART);
        return part.compareTo(LONGEST) < 0 ? part : LONGEST;
    }

    /** Waits until the machine is calm, or the time is over. Returns the load average then. */
    static double await(DoubleSupplier loadAverage, double calm, Duration limit) {
        return await(loadAverage, calm, limit, PAUSE);
    }

    static double await(DoubleSupplier loadAverage, double calm, Duration limit, Duration pause) {
        long begin = System.nanoTime();
        double load = loadAverage.getAsDouble();
        while (load > calm && System.nanoTime() - begin < limit.toNanos()) {
            rest(pause);
            load = loadAverage.getAsDouble();
        }
        return load;
    }

    private static void rest(Duration pause) {
        try {
            Thread.sleep(pause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Fault.broken("The run was interrupted.", e);
        }
    }
}
