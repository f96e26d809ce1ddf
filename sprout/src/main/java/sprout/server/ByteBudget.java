package sprout.server;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * The memory that all connections of a server may hold together: buffers, bodies, messages and what waits to be sent. What would let it
 * grow waits for room; what is there already is counted even beyond the limit. Thread-safe.
 */
final class ByteBudget {
    /** Whoever holds memory takes and gives it back in blocks, so that the common count is seldom touched. */
    static final int BLOCK = 64 * 1024;

    private static final Duration RETRY = Duration.ofMillis(100);
    private static final Duration SILENCE = Duration.ofMinutes(1);

    private final long limit;
    private final AtomicLong blocks = new AtomicLong();
    /** Written under the lock of the pool only. */
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

    /** How often something had to wait, or was refused. */
    long waits() {
        return waits.sum();
    }

    /** Takes bytes if there is room for them. */
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

    /** Takes bytes as {@link #tryTake} does, waiting for room until the deadline. */
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

    /** Counts bytes that are held already; a negative number gives some back. */
    void count(long bytes) {
        blocks.addAndGet(bytes);
    }

    void countBuffers(long bytes) {
        buffers.setOpaque(buffers.getPlain() + bytes);
    }

    /** Whether even twice the limit is held, since nobody takes what waits to be sent; then nothing new can be begun. */
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
