package sprout.server;

import java.io.IOException;

/**
 * Receives the events of one socket that is registered with an {@link EventLoop}, as the attachment of its key. All
 * methods are called on the loop only. An exception ends this member only.
 */
interface LoopMember {
    /** Called when the socket can be read or written, as its key says. */
    void ready() throws IOException;

    /** Sends the output that {@link EventLoop#sendSoon} announced. */
    default void send() throws IOException {}

    /**
     * Checks the deadlines and whether the server stops. Called about every {@link EventLoop#tickMillis}, and in each
     * turn while the server stops.
     *
     * @param now in the time of {@link Clock#now}
     */
    void sweep(long now) throws IOException;

    /** Ends the connection immediately: the time for a graceful stop is over, or a call has failed. */
    void abortNow();
}
