package sprout.server;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the memory that all connections of a server hold together: buffers, bodies, messages and queued output. Bodies
 * and messages that would grow wait for room. Memory that is already in use is counted even beyond the limit. Not
 * counting buffers, one client may hold three quarters of the limit. Thread-safe.
 */
final class ByteBudget {
    /** Bytes that a body takes at a time, so that the shared counters are rarely updated. */
    static final int BLOCK = 64 * 1024;

    private static final Duration RETRY = Duration.ofMillis(100);
    private static final Duration SILENCE = Duration.ofMinutes(1);

    private final long limit;
    private final long mostOfOne;
    private final AtomicLong blocks = new AtomicLong();
    /** Divides {@link #blocks} between clients. Those that hold nothing have no entry. */
    private final ConcurrentMap<Object, Long> shares = new ConcurrentHashMap<>();
    /** Written only under the lock of the pool. */
    private final AtomicLong buffers = new AtomicLong();

    private final LongAdder waits = new LongAdder();
    private final AtomicLong nextWarning = new AtomicLong(System.nanoTime());

    /** @param limit in bytes */
    ByteBudget(long limit) {
        this.limit = limit;
        this.mostOfOne = limit - limit / 4;
    }

    /** Takes memory for the connections of one client. */
    final class Account {
        private final Object client;

        private Account(Object client) {
            this.client = client;
        }

        Object client() {
            return client;
        }

        /** Takes bytes if there is room for them. Returns whether it did. */
        boolean tryTake(long bytes) {
            boolean taken = takeShare(bytes);
            if (taken && !takeBlocks(bytes)) {
                returnShare(-bytes);
                taken = false;
            }
            if (!taken) {
                refused();
            }
            return taken;
        }

        /** Takes bytes, and waits up to {@code atMost} nanoseconds for room. Returns whether it took them. */
        boolean take(long bytes, long atMost) throws InterruptedException {
            long deadline = System.nanoTime() + atMost;
            while (!tryTake(bytes)) {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                Thread.sleep(Duration.ofNanos(Math.min(left, RETRY.toNanos())));
            }
            return true;
        }

        /**
         * Counts bytes that are already held, without a limit; a negative number returns bytes, which always succeeds.
         * If memory is gone, nothing is counted.
         */
        void count(long bytes) {
            if (bytes > 0) {
                shares.merge(client, bytes, ByteBudget::sum);
                blocks.addAndGet(bytes);
            } else if (bytes < 0) {
                blocks.addAndGet(bytes);
                returnShare(bytes);
            }
        }

        private void returnShare(long bytes) {
            try {
                shares.merge(client, bytes, ByteBudget::sum);
            } catch (OutOfMemoryError e) {
                // The client's share stays too large. To log that would need memory, too.
            }
        }

        /**
         * Reports whether all clients together hold more than twice the limit, or this one alone more than the limit.
         * Buffers and queued output can cause that, because they never wait. New requests and large answers must then
         * be refused.
         */
        boolean exceeded() {
            boolean exceeded = used() > 2 * limit || (blocks.get() > limit && share() > limit);
            if (exceeded) {
                refused();
            }
            return exceeded;
        }

        /**
         * Reports whether buffers of unfinished requests must not grow: all clients together hold more than one and a
         * half times the limit, or it is {@link #exceeded}. So clients that never finish cannot use up what complete requests need.
         */
        boolean crowded() {
            boolean crowded = used() > limit + limit / 2;
            if (crowded) {
                refused();
            }
            return crowded || exceeded();
        }

        private boolean takeShare(long bytes) {
            Long share = shares.get(client);
            while (bytes + (share == null ? 0 : share) <= mostOfOne) {
                if (share == null
                        ? shares.putIfAbsent(client, bytes) == null
                        : shares.replace(client, share, share + bytes)) {
                    return true;
                }
                share = shares.get(client);
            }
            return false;
        }

        private long share() {
            return shares.getOrDefault(client, 0L);
        }
    }

    private boolean takeBlocks(long bytes) {
        long now = blocks.get();
        while (now + buffers.getOpaque() + bytes <= limit) {
            if (blocks.compareAndSet(now, now + bytes)) {
                return true;
            }
            now = blocks.get();
        }
        return false;
    }

    private static @Nullable Long sum(Long share, Long bytes) {
        long sum = share + bytes;
        return sum == 0 ? null : sum;
    }

    /** @param client as {@link BodyThreads#client} identifies it */
    Account account(Object client) {
        return new Account(client);
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

    void countBuffers(long bytes) {
        buffers.setOpaque(buffers.getPlain() + bytes);
    }

    private void refused() {
        waits.increment();
        long now = System.nanoTime();
        long due = nextWarning.get();
        if (now - due >= 0 && nextWarning.compareAndSet(due, now + SILENCE.toNanos())) {
            Connection.LOG.warn(
                    "connections hold {} of the {} bytes that they may hold together (one client: {}): large bodies and"
                            + " messages wait, then end with 503",
                    used(),
                    limit,
                    mostOfOne);
        }
    }
}
