package sprout.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.GatheringByteChannel;
import java.util.ArrayDeque;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Queues buffers until a socket takes them, in order. Not thread-safe. */
final class OutputQueue {
    /** Most bytes per write; the JDK keeps a direct buffer of that size per thread. */
    private static final int SLICE = 64 * 1024;

    private static final int MOST_BUFFERS = 16;
    /**
     * Estimated memory of a queued buffer without its bytes: the buffer object, the array header and the place in the
     * queue.
     */
    private static final int OVERHEAD = 80;

    private final GatheringByteChannel channel;
    private final @Nullable TlsChannel tls;
    private final ArrayDeque<ByteBuffer> buffers = new ArrayDeque<>();
    private long size;
    private long held;
    /** In the time of {@link System#nanoTime}. */
    private long lastProgress;
    /** Bytes that were sent since {@link #lastProgress}. */
    private long sent;

    /** @param tls null for clear text */
    OutputQueue(GatheringByteChannel channel, @Nullable TlsChannel tls) {
        this.channel = channel;
        this.tls = tls;
    }

    /** Counts the bytes that were not sent yet. */
    long size() {
        return size;
    }

    /** Returns the memory that the queue holds, in bytes; for short messages far more than {@link #size}. */
    long held() {
        return held;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Adds buffers. Drops empty ones: a write of nothing but these would look like a full socket. */
    void add(ByteBuffer... more) {
        if (size == 0) {
            noteProgress();
        }
        for (ByteBuffer buffer : more) {
            if (buffer.hasRemaining()) {
                buffers.addLast(buffer);
                size += buffer.remaining();
                held += memory(buffer);
            }
        }
    }

    /** Sends what the socket takes. Returns whether that was all. */
    boolean flush() throws IOException {
        while (size > 0) {
            long count = sendSlice();
            if (count == 0) {
                return false;
            }
            size -= count;
            sent += count;
            if (sent >= Connection.PROGRESS) {
                noteProgress();
            }
        }
        clear();
        return true;
    }

    private void noteProgress() {
        sent = 0;
        lastProgress = System.nanoTime();
    }

    private static long memory(ByteBuffer buffer) {
        return (long) OVERHEAD + buffer.capacity();
    }

    /**
     * Returns for how many nanoseconds output waits of which the client has not taken the next
     * {@link Connection#PROGRESS} bytes; 0 if nothing waits.
     */
    long stuckSince(long now) {
        return size == 0 ? 0 : now - lastProgress;
    }

    void clear() {
        buffers.clear();
        size = 0;
        held = 0;
    }

    private long sendSlice() throws IOException {
        ByteBuffer first = buffers.getFirst();
        if (tls != null) {
            int count = tls.write(first.slice(first.position(), Math.min(SLICE, first.remaining())));
            drop(count);
            return count;
        }
        if (buffers.size() == 1 && first.remaining() <= SLICE) {
            return channel.write(first);
        }
        ByteBuffer[] slices = slices();
        long count = channel.write(slices);
        drop(count);
        return count;
    }

    private ByteBuffer[] slices() {
        ByteBuffer[] slices = new ByteBuffer[Math.min(MOST_BUFFERS, buffers.size())];
        int count = 0;
        int room = SLICE;
        for (ByteBuffer buffer : buffers) {
            if (count == slices.length || room == 0) {
                break;
            }
            int length = Math.min(room, buffer.remaining());
            slices[count++] = buffer.slice(buffer.position(), length);
            room -= length;
        }
        return count == slices.length ? slices : Arrays.copyOf(slices, count);
    }

    private void drop(long count) {
        long left = count;
        while (left > 0) {
            ByteBuffer first = buffers.getFirst();
            int taken = (int) Math.min(left, first.remaining());
            first.position(first.position() + taken);
            left -= taken;
            if (!first.hasRemaining()) {
                buffers.removeFirst();
                held -= memory(first);
            }
        }
    }
}
