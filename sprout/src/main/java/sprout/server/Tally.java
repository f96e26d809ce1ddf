package sprout.server;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The requests of one connection. Only the thread that owns the connection writes, so an addition needs neither a lock nor a
 * barrier; anybody may read.
 */
final class Tally {
    private final AtomicLong begun = new AtomicLong();
    private final AtomicLong ended = new AtomicLong();

    void begin() {
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
