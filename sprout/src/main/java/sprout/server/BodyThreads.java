package sprout.server;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The threads of a pool that may wait for the rest of a large body at the same time. Without a limit, clients that send slowly could
 * hold all of them, and nobody else would be served. Thread-safe; connections that find none free are served in turn.
 */
final class BodyThreads {
    private final Set<NioConnection> waiting = new LinkedHashSet<>();
    private int free;

    /** @param limit how many at most */
    BodyThreads(int limit) {
        free = limit;
    }

    /** Takes a thread, or has the connection told by {@link NioConnection#bodyThreadFree} when one was taken for it. */
    synchronized boolean take(NioConnection connection) {
        if (free > 0) {
            free--;
            return true;
        }
        waiting.add(connection);
        return false;
    }

    /** Gives a thread back, or on to the connection that has waited longest. */
    void giveBack() {
        NioConnection next = next();
        if (next != null) {
            next.bodyThreadFree();
        }
    }

    private synchronized @Nullable NioConnection next() {
        Iterator<NioConnection> all = waiting.iterator();
        if (!all.hasNext()) {
            free++;
            return null;
        }
        NioConnection next = all.next();
        all.remove();
        return next;
    }

    /** How many connections wait for a thread. */
    synchronized int waiting() {
        return waiting.size();
    }

    /** The connection does not wait any more; it may have been told already. */
    synchronized void forget(NioConnection connection) {
        waiting.remove(connection);
    }
}
