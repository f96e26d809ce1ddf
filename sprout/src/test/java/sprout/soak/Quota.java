package sprout.soak;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Limits the CPU time of this process to a share of one processor, from a moment on. Thread-safe. Threads are let go in
 * the order in which they came, one at a time: hundreds that wake up to ask would use the time themselves.
 */
final class Quota {
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final long PAUSE_MILLIS = 5;

    private final Semaphore turn = new Semaphore(1, true);
    private final double share;
    private final long wallAtStart = System.nanoTime();
    private final long cpuAtStart = SYSTEM.getProcessCpuTime();

    /** @param share above 0; 1 is a whole processor */
    Quota(double share) {
        this.share = share;
    }

    /** Waits until the process may use more CPU time. */
    void await() throws InterruptedException {
        turn.acquire();
        try {
            while (used() > share) {
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
        } finally {
            turn.release();
        }
    }

    /** Returns the used share of a processor since the start. */
    double used() {
        return (double) (SYSTEM.getProcessCpuTime() - cpuAtStart) / Math.max(1, System.nanoTime() - wallAtStart);
    }
}
