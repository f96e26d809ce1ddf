package sprout.server;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts the requests of one connection and records whether it is idle. Only the thread that owns the connection
 * counts, so an addition needs neither a lock nor a barrier. Any thread may read.
 */
final class Tally {
    /** The value of {@link #restsSince} if the connection is not idle. */
    static final long BUSY = 0;

    private final AtomicLong begun = new AtomicLong();
    private final AtomicLong ended = new AtomicLong();
    private final AtomicLong restsSince = new AtomicLong();
    private volatile @Nullable BooleanSupplier eviction;

    /**
     * Sets how to ask the connection to end soon; the result is false if it is certainly busy. Before this call, the
     * connection cannot be evicted.
     */
    void belongTo(BooleanSupplier evicts) {
        eviction = evicts;
    }

    /**
     * Marks the connection as idle.
     *
     * @param since in the time of {@link Clock#now}
     */
    void rest(long since) {
        restsSince.setOpaque(since | 1);
    }

    /** Marks the connection as busy: part of a request was received, or an answer is not sent yet. */
    void stir() {
        restsSince.setOpaque(BUSY);
    }

    /**
     * Returns when the connection became idle, in the time of {@link Clock#now}; {@link #BUSY} if it is not idle.
     */
    long restsSince() {
        return restsSince.getOpaque();
    }

    /** Asks the connection to end soon. Returns false if it is certainly busy. */
    boolean evict() {
        BooleanSupplier evicts = eviction;
        return evicts != null && evicts.getAsBoolean();
    }

    void begin() {
        stir();
        begun.setOpaque(begun.getPlain() + 1);
    }

    void end() {
        ended.setOpaque(ended.getPlain() + 1);
    }

    /** Counts the requests that reached the handler. */
    long begun() {
        return begun.getOpaque();
    }

    /**
     * Returns 1 while the handler has a request, otherwise 0. Reads the ended requests first: a concurrent change can
     * then only make the result too large, which the next read corrects.
     */
    long active() {
        long before = ended.getOpaque();
        return Math.max(0, begun.getOpaque() - before);
    }
}
