package sprout.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import sprout.http.HttpException;
import sprout.http.RequestHead;

/**
 * The bytes of a connection that were received and are still needed.
 *
 * <pre>
 *   start           at            end        capacity
 *     | head of the | not yet taken |  free    |
 *     | request     | (body, next)  |          |
 * </pre>
 *
 * The head stays where it is until its request ends, because header strings are made from it on demand. The buffer comes from
 * the pool when bytes are expected, grows class by class, then to the double each time, and goes back when the connection is idle.
 */
final class Input {
    private static final byte[] NONE = {};
    private static final int LEAST_ROOM_FOR_BODY = 1024;

    private final ByteBufferPool pool;
    private final RequestHead head;
    private final int largest;
    private @Nullable ByteBuffer buffer;
    private byte[] bytes = NONE;
    private int start;
    private int at;
    private int end;
    private boolean drained;

    /** @param headerBytes the longest head, which must fit as a whole */
    Input(ByteBufferPool pool, RequestHead head, int headerBytes) {
        this.pool = pool;
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

    /** Whether no more can be received before something is taken. */
    boolean full() {
        return end - start >= largest;
    }

    /** Takes bytes: they were understood. */
    void moveTo(int position) {
        at = position;
    }

    /** Reads what has arrived; returns as the channel does: the number of bytes, 0 if there is none now, -1 at the end. */
    int receive(ReadableByteChannel channel) throws IOException {
        ByteBuffer target = room();
        int count = channel.read(target.limit(target.capacity()).position(end));
        drained = target.hasRemaining();
        if (count > 0) {
            end += count;
        }
        return count;
    }

    /** Whether the last bytes that were received were all that had arrived. */
    boolean drained() {
        return drained;
    }

    /** Makes room for more of the body behind the head, when all of it that was received has been taken. */
    void reuseBodyRoom() {
        at = start + head.length();
        end = at;
        if (bytes.length - end < LEAST_ROOM_FOR_BODY) {
            moveTo(pool.acquire(bytes.length + LEAST_ROOM_FOR_BODY));
        }
    }

    /** What was received and not taken, as a copy; gives the buffer back. */
    byte[] takeRest() {
        byte[] rest = Arrays.copyOfRange(bytes, at, end);
        release();
        return rest;
    }

    /** Forgets what was taken; what follows is the next request. */
    void endMessage() {
        if (at == end) {
            at = 0;
            end = 0;
        }
        start = at;
    }

    /** Gives the buffer back if nothing is in it. */
    void releaseIfEmpty() {
        if (isEmpty()) {
            release();
        }
    }

    /** Gives a buffer back that is larger than most requests need, if nothing is in it. */
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
            if (pool.budget().exceeded()) {
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
