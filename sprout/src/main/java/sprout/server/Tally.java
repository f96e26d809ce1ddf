package sprout.server;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts the requests of one connection and records whether it is idle. Only the thread that owns the connection
 * counts, so an addition needs neither a lock nor a barrier. Any thread may read.
 */
final class Tally {
    /** The value of {@link #restsSince} and {@link #stallsSince} if that is not what the connection does. */
    static final long BUSY = 0;

    /** A connection that has waited for its client for less is spared when its place is needed. */
    static final long SHORTEST_STALL = Duration.ofSeconds(2).toNanos();

    /** Bits of {@link #waitsSince} that tell what the connection waits for. They change the time by 3 ns at most. */
    private static final long KIND = 3;

    private static final long RESTS = 1;
    private static final long STALLS = 2;

    private final AtomicLong begun = new AtomicLong();
    private final AtomicLong ended = new AtomicLong();
    private final AtomicLong waitsSince = new AtomicLong();
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
        waitsSince.setOpaque((since & ~KIND) | RESTS);
    }

    /**
     * Marks the connection as waiting for its client within something: a request, message, answer or handshake.
     *
     * @param since in the time of {@link Clock#now}
     */
    void stall(long since) {
        waitsSince.setOpaque((since & ~KIND) | STALLS);
    }

    /** Marks the connection as busy: bytes were received, or a handler has a request. */
    void stir() {
        waitsSince.setOpaque(BUSY);
    }

    /** Returns when the connection became idle, in the time of {@link Clock#now}; {@link #BUSY} if it is not idle. */
    long restsSince() {
        return since(RESTS);
    }

    /** Returns since when the connection waits for its client to go on; {@link #BUSY} if it does not. */
    long stallsSince() {
        return since(STALLS);
    }

    /**
     * Reports whether the connection has waited for its client to go on for so long that another may have its place.
     *
     * @param now in the time of {@link Clock#now}
     */
    boolean stalls(long now) {
        long since = stallsSince();
        return since != BUSY && now - since >= SHORTEST_STALL;
    }

    /** Returns a value that changes whenever the connection is marked again. */
    long mark() {
        return waitsSince.getOpaque();
    }

    private long since(long kind) {
        long since = mark();
        return (since & KIND) == kind ? since : BUSY;
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
