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
 * Limits how many threads of a pool may wait for the rest of a large body at the same time. Without a limit, clients
 * that send slowly could hold all threads. A second limit per client keeps one client from holding all of these.
 * Waiting clients get their turn one after the other, and so do the connections of each client. Thread-safe.
 */
final class BodyThreads {
    /** The clients that hold a thread or wait for one, in the order of their turns. */
    private final Map<Object, Share> shares = new LinkedHashMap<>();

    private final int mostOfOne;
    private int free;
    private int waiting;

    /** The threads and the waiting claims of one client. */
    private static final class Share {
        private final Set<BodyThreadClaim> waiting = new LinkedHashSet<>();
        private int held;
    }

    /** @param limit most threads; one client gets at most three quarters of them, rounded up */
    BodyThreads(int limit) {
        free = limit;
        mostOfOne = limit - limit / 4;
    }

    /**
     * Identifies the client of an address: the address itself, or the first 64 bits in IPv6, because one client may
     * have all addresses of such a network.
     */
    static Object client(InetAddress address) {
        if (!(address instanceof Inet6Address)) {
            return address;
        }
        return ByteBuffer.wrap(address.getAddress()).getLong();
    }

    /**
     * Takes a thread if one is free. Otherwise the claim waits, and {@link BodyThreadClaim#granted} is called once a
     * thread has been taken for it.
     *
     * @return whether a thread was taken immediately
     */
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

    /** Returns a thread, or passes it on to a waiting claim. */
    void giveBack(BodyThreadClaim claim) {
        BodyThreadClaim next = handOver(claim);
        if (next == null) {
            return;
        }
        try {
            next.granted();
        } catch (Throwable e) {
            free(next); // the claim, which is no longer queued, ends at its deadline
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
                shares.put(client, share); // at the end: its next turn comes after those of all others
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

    /** Counts the connections that wait for a thread. */
    synchronized int waiting() {
        return waiting;
    }

    /** Removes a claim that no longer waits. It may have been granted already. */
    synchronized void forget(BodyThreadClaim claim) {
        Share share = share(claim);
        if (share.waiting.remove(claim)) {
            waiting--;
        }
        dropIfEmpty(claim, share);
    }
}
