package sprout.server;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Bounds the memory that all connections of a server hold together: buffers, bodies, messages and queued output. Bodies
 * and messages that would grow wait for room. Memory that is already in use is counted even beyond the limit.
 * Thread-safe.
 */
final class ByteBudget {
    /** Bytes that a body takes at a time, so that the shared counter is rarely updated. */
    static final int BLOCK = 64 * 1024;

    private static final Duration RETRY = Duration.ofMillis(100);
    private static final Duration SILENCE = Duration.ofMinutes(1);

    private final long limit;
    private final AtomicLong blocks = new AtomicLong();
    /** Written only under the lock of the pool. */
    private final AtomicLong buffers = new AtomicLong();

    private final LongAdder waits = new LongAdder();
    private final AtomicLong nextWarning = new AtomicLong(System.nanoTime());

    /** @param limit in bytes */
    ByteBudget(long limit) {
        this.limit = limit;
    }

    long limit() {
        return limit;
    }

    long used() {
        return blocks.get() + buffers.getOpaque();
    }

    /** Counts the failed attempts to take memory, and the requests that were refused because the limit is exceeded. */
    long waits() {
        return waits.sum();
    }

    /** Takes bytes if there is room for them. Returns whether it did. */
    boolean tryTake(long bytes) {
        long now = blocks.get();
        while (now + buffers.getOpaque() + bytes <= limit) {
            if (blocks.compareAndSet(now, now + bytes)) {
                return true;
            }
            now = blocks.get();
        }
        refused();
        return false;
    }

    /**
     * Takes bytes, and waits for room until the deadline. Returns whether it did.
     *
     * @param deadline in the time of {@link System#nanoTime}
     */
    boolean take(long bytes, long deadline) throws InterruptedException {
        while (!tryTake(bytes)) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            Thread.sleep(Duration.ofNanos(Math.min(left, RETRY.toNanos())));
        }
        return true;
    }

    /** Counts bytes that are already held, without a limit; a negative number returns bytes. */
    void count(long bytes) {
        blocks.addAndGet(bytes);
    }

    void countBuffers(long bytes) {
        buffers.setOpaque(buffers.getPlain() + bytes);
    }

    /**
     * Reports whether more than twice the limit is held. Buffers and queued output can cause that, because they never
     * wait. New requests must then be refused.
     */
    boolean exceeded() {
        boolean exceeded = used() > 2 * limit;
        if (exceeded) {
            refused();
        }
        return exceeded;
    }

    private void refused() {
        waits.increment();
        long now = System.nanoTime();
        long due = nextWarning.get();
        if (now - due >= 0 && nextWarning.compareAndSet(due, now + SILENCE.toNanos())) {
            Connection.LOG.warn(
                    "connections hold {} of the {} bytes that they may hold together: large bodies and messages wait, then end with 503",
                    used(),
                    limit);
        }
    }
}
