package sprout.server;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;

/**
 * Serves the connections that a listener accepts. Implementations are thread-safe, except where a method says
 * otherwise.
 */
public interface AcceptableProtocolHandler {
    /** Starts the threads. Called once, before the first connection. */
    void start() throws IOException;

    /**
     * Takes over an accepted connection, which is still in blocking mode, and closes it eventually, even if this method
     * throws. Waits while the limit of connections is reached. Called by one thread at a time.
     *
     * @throws InterruptedException if the wait was interrupted; the connection is then closed
     */
    void accept(SocketChannel channel) throws IOException, InterruptedException;

    /**
     * Ends the connection that has been idle longest, because the process has no file descriptor or memory for a new
     * one. Does nothing if all are busy.
     */
    default void makeRoom() {}

    /**
     * Closes idle connections immediately and the others after their current request. Closes the rest by force after
     * {@code atMost}, and waits for all of this. No connection may be handed over afterwards. Also called if
     * the server cannot start, whether or not {@link #start} was called, and for each stop of the server.
     *
     * @return whether no connection had to be closed by force
     */
    boolean stop(Duration atMost) throws InterruptedException;

    /** Reports whether all serving threads make progress. Once this is false, only a restart helps. */
    default boolean alive() {
        return true;
    }

    /** Reads the counters and gauges. */
    ServerStatistics statistics();
}
