package sprout.server;

import java.nio.channels.SocketChannel;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** What the connections of a server have done: those that are open are asked, those that were closed have left their sums. Thread-safe. */
final class Counters {
    /** Requests that were answered by the engine: not understood, or not here in time. */
    final LongAdder refused = new LongAdder();

    private final Map<SocketChannel, Tally> open = new HashMap<>();
    private long accepted;
    private long begunByClosed;

    /** A connection begins. */
    synchronized void enter(SocketChannel channel) {
        accepted++;
        open.put(channel, new Tally());
    }

    /** The tally of a connection that has not ended; a new one, which nobody reads, if it was ended already. */
    synchronized Tally of(SocketChannel channel) {
        return open.getOrDefault(channel, new Tally());
    }

    /** The connection has ended, or is ended by force while a handler still has its request; returns false if it had before. */
    synchronized boolean leave(SocketChannel channel) {
        Tally tally = open.remove(channel);
        if (tally != null) {
            begunByClosed += tally.begun();
            tally.stir(); // its rest is over
        }
        return tally != null;
    }

    /** Those of the connections that are open now. */
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
