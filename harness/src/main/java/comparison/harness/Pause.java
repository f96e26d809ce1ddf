package comparison.harness;

import java.time.Duration;

/** Blocks the current thread for a time. */
public final class Pause {

    private Pause() {}

    /**
     * Blocks the current thread for this time.
     *
     * @throws Fault if this thread is interrupted
     */
    public static void of(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Fault.broken("The run was interrupted.", e);
        }
    }
}
