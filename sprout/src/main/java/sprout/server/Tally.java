package sprout.server;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one connection, and whether it rests between them. Only the thread that owns the connection writes, so an addition needs neither a lock nor a
 * barrier; anybody may read.
 */
final class Tally {
    /** Rests since no time at all. */
    static final long BUSY = 0;

    private final AtomicLong begun = new AtomicLong();
    private final AtomicLong ended = new AtomicLong();
    private final AtomicLong restsSince = new AtomicLong();
    private volatile @Nullable Connection connection;

    /** Says whose it is; until then it cannot be evicted. */
    void belongTo(Connection owner) {
        connection = owner;
    }

    /** Nothing of a request is here. */
    void rest(long since) {
        restsSince.setOpaque(since | 1);
    }

    /** Something of a request is here, or an answer still to be sent. */
    void stir() {
        restsSince.setOpaque(BUSY);
    }

    /** In the time of {@link System#nanoTime}; {@link #BUSY} if it does not rest. */
    long restsSince() {
        return restsSince.getOpaque();
    }

    /** Has the connection end, soon, if it rests still; returns false if it does not. */
    boolean evict() {
        Connection owner = connection;
        return owner != null && owner.evict();
    }

    void begin() {
        stir();
        begun.setOpaque(begun.getPlain() + 1);
    }

    void end() {
        ended.setOpaque(ended.getPlain() + 1);
    }

    /** Requests that reached the handler. */
    long begun() {
        return begun.getOpaque();
    }

    /** 1 while the handler has one. What can only be late is read first. */
    long active() {
        long before = ended.getOpaque();
        return Math.max(0, begun.getOpaque() - before);
    }
}
