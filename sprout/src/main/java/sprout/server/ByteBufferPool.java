package sprout.server;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/**
 * Keeps heap buffers of three sizes for reuse. If a size class is full, a released buffer is left to the garbage
 * collector; larger buffers are never kept. Thread-safe.
 *
 * <p>Each acquired buffer must be released exactly once. {@link #inUse} shows leaks.
 */
public final class ByteBufferPool {
    /** Bytes of the smallest class, for ordinary requests and responses. */
    public static final int SMALL = 2 * 1024;
    /** Bytes of the middle class, for long heads and the buffers of streams. */
    public static final int MEDIUM = 8 * 1024;
    /** Bytes of the largest class, for small uploads and large responses. */
    public static final int LARGE = 32 * 1024;

    /** Bytes that a pool keeps by default: 1024 small, 512 medium and 128 large buffers. */
    static final int KEPT_BYTES = 10 << 20;

    private final SizeClass small;
    private final SizeClass medium;
    private final SizeClass large;
    private final ByteBudget budget;
    private long inUse;

    /** Creates a pool that keeps at most 1024 small, 512 medium and 128 large buffers, 10 MiB in total. */
    public ByteBufferPool() {
        this(KEPT_BYTES, new ByteBudget(Long.MAX_VALUE / 4));
    }

    /**
     * Creates a pool that keeps at most {@code bytes} bytes of free buffers: a fifth in small ones, two fifths in each
     * other class. With 0, each buffer is new.
     */
    ByteBufferPool(int bytes, ByteBudget budget) {
        this.budget = budget;
        small = new SizeClass(SMALL, bytes / 5 / SMALL);
        medium = new SizeClass(MEDIUM, bytes / 5 * 2 / MEDIUM);
        large = new SizeClass(LARGE, bytes / 5 * 2 / LARGE);
    }

    /**
     * Returns an empty heap buffer of at least {@code size} bytes: of the next class, or of exactly that size if it is
     * larger than all classes.
     */
    public synchronized ByteBuffer acquire(int size) {
        ByteBuffer buffer = size > LARGE
                ? ByteBuffer.allocate(size)
                : (size <= SMALL ? small : size <= MEDIUM ? medium : large).take();
        inUse++;
        budget.countBuffers(buffer.capacity());
        return buffer;
    }

    /**
     * Takes a buffer back, which the caller must no longer use.
     *
     * @throws IllegalStateException if more buffers are released than were acquired
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

    /** Returns the array of a buffer of this pool; its positions are those of the buffer. */
    @SuppressWarnings("ByteBufferBackingArray") // made by allocate, so the array has no offset
    static byte[] array(ByteBuffer buffer) {
        return buffer.array();
    }

    /** Counts the buffers that were acquired and not yet released. */
    public synchronized long inUse() {
        return inUse;
    }

    /** Sums the bytes of all free buffers. */
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
