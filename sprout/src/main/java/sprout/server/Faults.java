package sprout.server;

import java.io.IOException;
import java.nio.channels.ClosedSelectorException;

/**
 * Logs faults that ended a connection, or would have ended a server thread. Never throws, although logging may fail
 * without memory. Thread-safe.
 */
final class Faults {
    private Faults() {}

    /**
     * Loads what {@link #report} needs. Called before the threads of a server start: if the first fault is a lack of
     * memory, no class can be loaded any more.
     */
    static void prepare() {
        Connection.LOG.isErrorEnabled();
    }

    /**
     * Logs a fault: trace for I/O errors and interrupts, error for all others. Must be called after everything that the
     * fault ended has been closed.
     *
     * @param whom the connection or thread, for the message
     */
    @SuppressWarnings("EmptyCatch") // if logging fails, there is no other way to report it
    static void report(Object whom, Throwable fault) {
        try {
            boolean ordinary = fault instanceof IOException
                    || fault instanceof InterruptedException
                    || fault instanceof ClosedSelectorException;
            if (ordinary) {
                Connection.LOG.trace("{} is gone", whom, fault);
            } else {
                Connection.LOG.error("{} met a fault of the server", whom, fault);
            }
        } catch (Throwable again) {
            // The caller's thread must survive.
        }
    }
}
