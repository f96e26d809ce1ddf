package comparison.harness.runtime;

import comparison.harness.Fault;
import java.util.function.Supplier;

/**
 * Separates creations from the removal of everything: if one thread closes, nothing that another thread is still
 * creating escapes the removal.
 */
final class Creations {

    private final Object lock = new Object();
    private volatile boolean closed;
    private boolean removed;

    /**
     * Creates something that {@link #close} would have to remove.
     *
     * @throws Fault after {@link #close}
     */
    <T> T create(Supplier<T> creation) {
        synchronized (lock) {
            if (closed) {
                throw Fault.broken("The run is over; no container is started any more.");
            }
            return creation.get();
        }
    }

    /**
     * Waits for a creation that has begun, then removes everything, once: after a success, a second call has no effect.
     * Nothing can be created afterwards.
     */
    void close(Runnable removal) {
        closed = true;
        synchronized (lock) {
            if (!removed) {
                removal.run();
                removed = true;
            }
        }
    }
}
