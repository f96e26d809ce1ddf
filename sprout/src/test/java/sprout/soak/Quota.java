package sprout.soak;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Limits the CPU time of this process to a share of one processor, from a moment on. Time that was not used is saved for
 * a moment only: a burst on all processors would slow everybody down, whatever it sends. Thread-safe. Threads are let go
 * in the order in which they came, one at a time: hundreds that wake up to ask would use the time themselves.
 */
final class Quota {
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final long PAUSE_MILLIS = 5;
    private static final double MOST_SAVED_NANOS = 5e6;

    private final Semaphore turn = new Semaphore(1, true);
    private final double share;
    private final long wallAtStart = System.nanoTime();
    private final long cpuAtStart = SYSTEM.getProcessCpuTime();
    private long wall = wallAtStart;
    private long cpu = cpuAtStart;
    private double left;

    /** @param share above 0; 1 is a whole processor */
    Quota(double share) {
        this.share = share;
    }

    /** Waits until the process may use more CPU time. */
    void await() throws InterruptedException {
        turn.acquire();
        try {
            while (left() < 0) {
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
        } finally {
            turn.release();
        }
    }

    /** Returns the nanoseconds of CPU time that may be used now; negative if too much was used. */
    private double left() {
        long wallNow = System.nanoTime();
        long cpuNow = SYSTEM.getProcessCpuTime();
        left = Math.min(MOST_SAVED_NANOS, left + share * (wallNow - wall)) - (cpuNow - cpu);
        wall = wallNow;
        cpu = cpuNow;
        return left;
    }

    /** Returns the used share of a processor since the start. */
    double used() {
        return (double) (SYSTEM.getProcessCpuTime() - cpuAtStart) / Math.max(1, System.nanoTime() - wallAtStart);
    }
}
