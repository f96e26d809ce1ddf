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
    private final Set<BodyThreadClaim> waiting = new LinkedHashSet<>();
    private int free;

    /** @param limit how many at most */
    BodyThreads(int limit) {
        free = limit;
    }

    /** Takes a thread, or has the claim told by {@link BodyThreadClaim#granted} when one was taken for it. */
    synchronized boolean take(BodyThreadClaim claim) {
        if (free > 0) {
            free--;
            return true;
        }
        waiting.add(claim);
        return false;
    }

    synchronized boolean takeNow() {
        boolean free = this.free > 0;
        this.free -= free ? 1 : 0;
        return free;
    }

    /** Gives a thread back, or on to the claim that has waited longest. */
    void giveBack() {
        BodyThreadClaim next = next();
        if (next == null) {
            return;
        }
        try {
            next.granted();
        } catch (Throwable e) {
            free(); // the claim ends at its deadline
            throw e;
        }
    }

    private synchronized void free() {
        free++;
    }

    private synchronized @Nullable BodyThreadClaim next() {
        Iterator<BodyThreadClaim> all = waiting.iterator();
        if (!all.hasNext()) {
            free++;
            return null;
        }
        BodyThreadClaim next = all.next();
        all.remove();
        return next;
    }

    /** How many connections wait for a thread. */
    synchronized int waiting() {
        return waiting.size();
    }

    /** The claim is not made any more; it may have been granted already. */
    synchronized void forget(BodyThreadClaim claim) {
        waiting.remove(claim);
    }
}
