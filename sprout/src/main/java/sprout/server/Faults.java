package sprout.server;

import java.io.IOException;
import java.nio.channels.ClosedSelectorException;

/**
 * Tells of what ended a connection, or would have ended a thread that serves, and never fails itself: without memory, logging throws as
 * well.
 */
final class Faults {
    private Faults() {}

    /**
     * To be called last of all, when what the fault has ended is closed.
     *
     * @param whom connection or thread
     */
    @SuppressWarnings("EmptyCatch") // nothing is left to say it with
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
            // The thread goes on.
        }
    }
}
