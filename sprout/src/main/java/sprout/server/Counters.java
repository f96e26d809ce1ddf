package sprout.server;

import java.nio.channels.SocketChannel;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** What the connections of a server have done: those that are open are asked, those that were closed have left their sums. Thread-safe. */
final class Counters {
    /** Requests that were answered by the engine: not understood, or not here in time. */
    final LongAdder refused = new LongAdder();

    private final Map<SocketChannel, Tally> open = new HashMap<>();
    private long accepted;
    private long begunByClosed;

    /** The tally of a new connection. */
    synchronized Tally enter(SocketChannel channel) {
        accepted++;
        Tally tally = new Tally();
        open.put(channel, tally);
        return tally;
    }

    /** The connection has ended, or is ended by force while a handler still has its request. */
    synchronized void leave(SocketChannel channel) {
        Tally tally = open.remove(channel);
        if (tally != null) {
            begunByClosed += tally.begun();
        }
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
