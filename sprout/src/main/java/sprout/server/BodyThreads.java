package sprout.server;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The threads of a pool that may wait for the rest of a large body at the same time. Without a limit, clients that send slowly could
 * hold all of them, and nobody else would be served; and without one for each client, a single one could hold all of these.
 * Thread-safe; clients that find none free are served in turn, and so are the connections of each.
 */
final class BodyThreads {
    /** In the order of their turns; only those that hold a thread or wait for one. */
    private final Map<Object, Share> shares = new LinkedHashMap<>();

    private final int mostOfOne;
    private int free;
    private int waiting;

    /** What one client has. */
    private static final class Share {
        private final Set<BodyThreadClaim> waiting = new LinkedHashSet<>();
        private int held;
    }

    /** @param limit how many at most; three quarters of them for one client */
    BodyThreads(int limit) {
        free = limit;
        mostOfOne = limit - limit / 4;
    }

    /** Who counts as one client: an address, of IPv6 the network of 64 bits, all of whose addresses one client may have. */
    static Object client(InetAddress address) {
        if (!(address instanceof Inet6Address)) {
            return address;
        }
        return ByteBuffer.wrap(address.getAddress()).getLong();
    }

    /** Takes a thread, or has the claim told by {@link BodyThreadClaim#granted} when one was taken for it. */
    synchronized boolean take(BodyThreadClaim claim) {
        boolean taken = takeNow(claim);
        if (!taken && share(claim).waiting.add(claim)) {
            waiting++;
        }
        return taken;
    }

    synchronized boolean takeNow(BodyThreadClaim claim) {
        Share share = share(claim);
        boolean taken = free > 0 && share.held < mostOfOne;
        if (taken) {
            free--;
            share.held++;
        }
        dropIfEmpty(claim, share);
        return taken;
    }

    /** Gives a thread back, or on to a claim that waits. */
    void giveBack(BodyThreadClaim claim) {
        BodyThreadClaim next = handOver(claim);
        if (next == null) {
            return;
        }
        try {
            next.granted();
        } catch (Throwable e) {
            free(next); // the claim ends at its deadline
            throw e;
        }
    }

    private synchronized @Nullable BodyThreadClaim handOver(BodyThreadClaim claim) {
        free(claim);
        Iterator<Map.Entry<Object, Share>> inTurn = shares.entrySet().iterator();
        while (inTurn.hasNext()) {
            Map.Entry<Object, Share> entry = inTurn.next();
            Share share = entry.getValue();
            if (!share.waiting.isEmpty() && share.held < mostOfOne) {
                Object client = entry.getKey();
                inTurn.remove();
                shares.put(client, share); // whose next turn comes after those of all others
                return granted(share);
            }
        }
        return null;
    }

    private BodyThreadClaim granted(Share share) {
        BodyThreadClaim next = share.waiting.iterator().next();
        share.waiting.remove(next);
        waiting--;
        share.held++;
        free--;
        return next;
    }

    private synchronized void free(BodyThreadClaim claim) {
        free++;
        Share share = share(claim);
        share.held--;
        dropIfEmpty(claim, share);
    }

    private Share share(BodyThreadClaim claim) {
        return shares.computeIfAbsent(claim.client(), client -> new Share());
    }

    private void dropIfEmpty(BodyThreadClaim claim, Share share) {
        if (share.held == 0 && share.waiting.isEmpty()) {
            shares.remove(claim.client());
        }
    }

    /** How many connections wait for a thread. */
    synchronized int waiting() {
        return waiting;
    }

    /** The claim is not made any more; it may have been granted already. */
    synchronized void forget(BodyThreadClaim claim) {
        Share share = share(claim);
        if (share.waiting.remove(claim)) {
            waiting--;
        }
        dropIfEmpty(claim, share);
    }
}
