package sprout.server;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;

/** Serves the connections that a listener accepts. */
public interface AcceptableProtocolHandler {
    /** Starts the threads; to be called once, before the first connection. */
    void start() throws IOException;

    /**
     * Takes a connection over, in blocking mode as it was accepted, and closes it in the end, also if this method throws. Waits
     * while the limit of connections is reached. Called by one thread at a time.
     */
    void accept(SocketChannel channel) throws IOException, InterruptedException;

    /**
     * Closes idle connections at once and the others after their current request, and all that are left when the time is over.
     * Waits for that. No connection may be handed over afterwards.
     *
     * @return whether everything ended by itself
     */
    boolean stop(Duration atMost) throws InterruptedException;

    /** Whether all threads that serve get on; once false, only a new start helps. */
    default boolean alive() {
        return true;
    }

    /** What was done so far and is done now. */
    ServerStatistics statistics();

    /** How many connections are open now. */
    int openConnections();

    /** How many buffers of the pool connections hold now; 0 after all have ended, else one was lost. */
    long buffersInUse();
}
