package comparison.harness;

import java.time.Duration;

/** Waits. */
public final class Pause {

    private Pause() {}

    /**
     * Waits for a time.
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
