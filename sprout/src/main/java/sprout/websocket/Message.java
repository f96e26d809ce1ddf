package sprout.websocket;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Collects the payload of a message as its frames arrive. Memory grows with what was received, not with what was
 * announced. Not thread-safe.
 */
final class Message {
    private static final byte[] EMPTY = {};
    /**
     * In bytes. Up to this size, memory for an announced frame is allocated immediately; a larger frame is allocated in
     * full once a quarter of the total has arrived.
     */
    private static final int TRUSTED = 2 * 1024;

    private byte[] bytes = EMPTY;
    private int size;

    int size() {
        return size;
    }

    byte[] array() {
        return bytes;
    }

    /**
     * Appends bytes from a buffer.
     *
     * @param announced how many bytes of the current frame are missing, at least {@code count}
     */
    void append(ByteBuffer in, int count, long announced) {
        if (bytes.length - size < count) {
            bytes = Arrays.copyOf(bytes, capacity(count, size + announced));
        }
        in.get(bytes, size, count);
        size += count;
    }

    private int capacity(int count, long total) {
        // At least doubled, because a message may arrive in many frames of one byte.
        long least = total <= TRUSTED || total / 4 <= size + count ? total : Math.max(TRUSTED, size + count);
        return (int) Math.min(Math.max(least, 2L * size), Integer.MAX_VALUE - 8);
    }

    /** Takes the whole payload and leaves this message empty. */
    byte[] take() {
        byte[] whole = size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
        reset();
        return whole;
    }

    void reset() {
        bytes = EMPTY;
        size = 0;
    }
}
