package sprout.server;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/**
 * Reusable heap buffers in three sizes. Bounded: what comes back to a full class is left to the garbage collector, and larger
 * buffers are never kept. Thread-safe.
 *
 * <p>Whoever acquires a buffer releases it exactly once; {@link #inUse} shows whether somebody did not.
 */
public final class ByteBufferPool {
    /** Bytes of the smallest class: an ordinary request or response. */
    public static final int SMALL = 2 * 1024;
    /** Bytes of the middle class: long heads, buffers of streams. */
    public static final int MEDIUM = 8 * 1024;
    /** Bytes of the largest class: small uploads, large responses. */
    public static final int LARGE = 32 * 1024;

    /** What a pool keeps unless told otherwise: 1024 small, 512 medium and 128 large buffers. */
    static final int KEPT_BYTES = 10 << 20;

    private final SizeClass small;
    private final SizeClass medium;
    private final SizeClass large;
    private final ByteBudget budget;
    private long inUse;

    /** A pool that keeps at most 1024 small, 512 medium and 128 large buffers, 10 MiB in all. */
    public ByteBufferPool() {
        this(KEPT_BYTES, new ByteBudget(Long.MAX_VALUE / 4));
    }

    /** A pool that keeps at most so many bytes of buffers, a fifth of them small; 0 keeps none, so that each buffer is new. */
    ByteBufferPool(int bytes, ByteBudget budget) {
        this.budget = budget;
        small = new SizeClass(SMALL, bytes / 5 / SMALL);
        medium = new SizeClass(MEDIUM, bytes / 5 * 2 / MEDIUM);
        large = new SizeClass(LARGE, bytes / 5 * 2 / LARGE);
    }

    /** An empty heap buffer of at least {@code size} bytes: of the next class, or of exactly that size if larger than all classes. */
    public synchronized ByteBuffer acquire(int size) {
        ByteBuffer buffer = size > LARGE
                ? ByteBuffer.allocate(size)
                : (size <= SMALL ? small : size <= MEDIUM ? medium : large).take();
        inUse++;
        budget.countBuffers(buffer.capacity());
        return buffer;
    }

    /** Counts the buffers that are in use, and what else connections hold. */
    ByteBudget budget() {
        return budget;
    }

    /**
     * Takes a buffer back, which the caller must not touch any more.
     *
     * @throws IllegalStateException if more buffers come back than were acquired
     */
    public synchronized void release(ByteBuffer buffer) {
        if (inUse == 0) {
            throw new IllegalStateException("a buffer was released twice");
        }
        inUse--;
        budget.countBuffers(-buffer.capacity());
        switch (buffer.capacity()) {
            case SMALL -> small.keep(buffer);
            case MEDIUM -> medium.keep(buffer);
            case LARGE -> large.keep(buffer);
            default -> {}
        }
    }

    /** The array of a buffer of this pool, in which positions are those of the buffer. */
    @SuppressWarnings("ByteBufferBackingArray") // made by allocate, so the array has no offset
    static byte[] array(ByteBuffer buffer) {
        return buffer.array();
    }

    /** How many buffers were acquired and not yet released. */
    public synchronized long inUse() {
        return inUse;
    }

    /** The bytes of all buffers that wait for use. */
    synchronized long pooledBytes() {
        return small.pooledBytes() + medium.pooledBytes() + large.pooledBytes();
    }

    private static final class SizeClass {
        private final int bytes;
        private final int limit;
        private final ArrayDeque<ByteBuffer> free = new ArrayDeque<>();

        SizeClass(int bytes, int limit) {
            this.bytes = bytes;
            this.limit = limit;
        }

        ByteBuffer take() {
            ByteBuffer buffer = free.pollLast();
            return buffer == null ? ByteBuffer.allocate(bytes) : buffer.clear();
        }

        long pooledBytes() {
            return (long) bytes * free.size();
        }

        void keep(ByteBuffer buffer) {
            if (free.size() < limit) {
                free.addLast(buffer);
            }
        }
    }
}
