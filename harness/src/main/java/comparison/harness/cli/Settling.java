package comparison.harness.cli;

import comparison.harness.Fault;
import comparison.harness.Pause;
import java.time.Duration;
import java.util.function.DoubleSupplier;

/** Waits after builds until they no longer affect the machine's load average. */
final class Settling {

    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final int PART = 10;

    /** The kernel updates the load average every 5 s (kernel/sched/loadavg.c). */
    private static final Duration PAUSE = Duration.ofSeconds(5);

    private Settling() {}

    /** Returns how long a run may wait: a tenth of its duration, at most 5 min. */
    static Duration limit(Duration run) {
        Duration part = run.dividedBy(PART);
        return part.compareTo(LONGEST) < 0 ? part : LONGEST;
    }

    /**
     * Waits until the machine is calm or the time limit is reached.
     *
     * @param calm highest load average of a calm machine
     * @return the last load average that was read
     * @throws Fault if this thread is interrupted
     */
    static double await(DoubleSupplier loadAverage, double calm, Duration limit) {
        return await(loadAverage, calm, limit, PAUSE);
    }

    static double await(DoubleSupplier loadAverage, double calm, Duration limit, Duration pause) {
        long begin = System.nanoTime();
        double load = loadAverage.getAsDouble();
        while (load > calm && System.nanoTime() - begin < limit.toNanos()) {
            Pause.of(pause);
            load = loadAverage.getAsDouble();
        }
        return load;
    }
}
