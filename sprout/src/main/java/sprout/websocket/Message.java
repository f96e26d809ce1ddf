package sprout.websocket;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** The payload of a message as its frames arrive. Memory follows what was received, not what was announced. */
final class Message {
    private static final byte[] EMPTY = {};
    /** So much is taken at once for what a frame announces; beyond that a quarter of it must have arrived. */
    private static final int TRUSTED = 64 * 1024;

    private byte[] bytes = EMPTY;
    private int size;

    int size() {
        return size;
    }

    byte[] array() {
        return bytes;
    }

    /**
     * Takes bytes from a buffer.
     *
     * @param announced how many bytes the current frame has yet, at least {@code count}
     */
    void append(ByteBuffer in, int count, long announced) {
        if (bytes.length - size < count) {
            bytes = Arrays.copyOf(bytes, capacity(count, size + announced));
        }
        in.get(bytes, size, count);
        size += count;
    }

    private int capacity(int count, long total) {
        // Doubled at least, because a message may come in many frames of one byte.
        long least = total <= TRUSTED || total / 4 <= size + count ? total : Math.max(TRUSTED, size + count);
        return (int) Math.min(Math.max(least, 2L * size), Integer.MAX_VALUE - 8);
    }

    /** The whole payload; forgets it. */
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
