package sprout.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import sprout.http.HttpException;
import sprout.http.RequestHead;

/**
 * Buffers the bytes of a connection that were received and are still needed. Not thread-safe.
 *
 * <pre>
 *   start           at            end        capacity
 *     | head of the | not yet taken |  free    |
 *     | request     | (body, next)  |          |
 * </pre>
 *
 * The head stays in the buffer until its request ends, because header strings are created from it on demand. The buffer
 * comes from the pool when bytes are expected. It grows class by class, then doubles, and returns to the pool when the
 * connection is idle.
 */
final class Input {
    private static final byte[] NONE = {};
    private static final int LEAST_ROOM_FOR_BODY = 1024;

    private final ByteBufferPool pool;
    private final ByteBudget.Account memory;
    private final RequestHead head;
    private final int largest;
    private @Nullable ByteBuffer buffer;
    private byte[] bytes = NONE;
    private int start;
    private int at;
    private int end;
    private boolean drained;

    /** @param headerBytes size limit of a head, which must fit as a whole */
    Input(ByteBufferPool pool, ByteBudget.Account memory, RequestHead head, int headerBytes) {
        this.pool = pool;
        this.memory = memory;
        this.head = head;
        this.largest = Math.max(ByteBufferPool.LARGE, headerBytes + LEAST_ROOM_FOR_BODY);
    }

    byte[] bytes() {
        return bytes;
    }

    int start() {
        return start;
    }

    int at() {
        return at;
    }

    int end() {
        return end;
    }

    int available() {
        return end - at;
    }

    boolean isEmpty() {
        return start == end;
    }

    /** Reports whether the input is a single CR: half an empty line, which begins no request either. */
    boolean isHalfEmptyLine() {
        return end - start == 1 && bytes[start] == '\r';
    }

    /** Reports whether the input has reached its largest size. */
    boolean full() {
        return end - start >= largest;
    }

    /** Takes the bytes before this position. */
    void moveTo(int position) {
        at = position;
    }

    /**
     * Reads what has arrived.
     *
     * @return the number of bytes, 0 if none are available now, -1 at the end of the input
     * @throws HttpException with status 503 if the buffer must grow and the memory budget is exceeded
     */
    int receive(ReadableByteChannel channel) throws IOException {
        ByteBuffer target = room();
        int count = channel.read(target.limit(target.capacity()).position(end));
        drained = target.hasRemaining();
        if (count > 0) {
            end += count;
        }
        return count;
    }

    /** Reports whether the last receive took everything that had arrived. */
    boolean drained() {
        return drained;
    }

    /** Makes room for more of the body after the head. All received bytes of the body must have been taken. */
    void reuseBodyRoom() {
        at = start + head.length();
        end = at;
        if (bytes.length - end < LEAST_ROOM_FOR_BODY) {
            moveTo(pool.acquire(bytes.length + LEAST_ROOM_FOR_BODY));
        }
    }

    /** Copies what was received and not taken, and releases the buffer. */
    byte[] takeRest() {
        byte[] rest = Arrays.copyOfRange(bytes, at, end);
        release();
        return rest;
    }

    /** Drops what was taken; what follows is the next request. */
    void endMessage() {
        if (at == end) {
            at = 0;
            end = 0;
        }
        start = at;
    }

    /** Releases the buffer if it is empty. */
    void releaseIfEmpty() {
        if (isEmpty()) {
            release();
        }
    }

    /** Releases an empty buffer that is larger than most requests need. */
    void releaseIfLarge() {
        if (buffer != null && buffer.capacity() > ByteBufferPool.SMALL) {
            releaseIfEmpty();
        }
    }

    void release() {
        if (buffer != null) {
            pool.release(buffer);
            buffer = null;
        }
        bytes = NONE;
        start = 0;
        at = 0;
        end = 0;
    }

    private ByteBuffer room() {
        ByteBuffer current = buffer;
        if (current == null) {
            return moveTo(pool.acquire(1));
        }
        if (end < current.capacity()) {
            return current;
        }
        if (start == 0) {
            if (memory.crowded()) {
                throw new HttpException(503, "the server has no memory for larger requests now");
            }
            return moveTo(pool.acquire(Math.min(largest, 2 * end)));
        }
        copyTo(bytes);
        return current;
    }

    private ByteBuffer moveTo(ByteBuffer target) {
        copyTo(ByteBufferPool.array(target));
        if (buffer != null) {
            pool.release(buffer);
        }
        buffer = target;
        return target;
    }

    /** Moves everything from {@code start} on to the beginning of the target, which may be the same array. */
    private void copyTo(byte[] target) {
        System.arraycopy(bytes, start, target, 0, end - start);
        bytes = target;
        at -= start;
        end -= start;
        start = 0;
        head.locate(target, 0);
    }
}
