package sprout.server;

import java.nio.channels.SocketChannel;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * Sums what the connections of a server have done. Open connections are queried; closed ones have added their sums
 * here. Thread-safe.
 */
final class Counters {
    /** Requests that the engine answered itself: malformed, late or beyond a limit. */
    final LongAdder refused = new LongAdder();

    private final Map<SocketChannel, Tally> open = new HashMap<>();
    private long accepted;
    private long begunByClosed;

    /** Registers a new connection. */
    synchronized void enter(SocketChannel channel) {
        accepted++;
        open.put(channel, new Tally());
    }

    /**
     * Returns the tally of an open connection. If the connection has ended already, returns a new tally that is never
     * read.
     */
    synchronized Tally of(SocketChannel channel) {
        return open.getOrDefault(channel, new Tally());
    }

    /**
     * Removes a connection that has ended, or is closed by force while a handler still has its request.
     *
     * @return false if it was removed before
     */
    synchronized boolean leave(SocketChannel channel) {
        Tally tally = open.remove(channel);
        if (tally != null) {
            begunByClosed += tally.begun();
            tally.stir(); // Evictions must not wait for it any longer
        }
        return tally != null;
    }

    /** Lists the tallies of the connections that are open now. */
    synchronized List<Tally> open() {
        return List.copyOf(open.values());
    }

    synchronized long accepted() {
        return accepted;
    }

    synchronized long requestsBegun() {
        return begunByClosed + open.values().stream().mapToLong(Tally::begun).sum();
    }

    synchronized long requestsActive() {
        return open.values().stream().mapToLong(Tally::active).sum();
    }
}
