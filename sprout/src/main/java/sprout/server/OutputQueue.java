package sprout.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.GatheringByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayDeque;
import java.util.Arrays;

/** Queues buffers until a socket takes them, in order. Not thread-safe. */
final class OutputQueue implements LoopChannel.Source {
    /** Most bytes per write; the JDK keeps a direct buffer of that size per thread. */
    private static final int SLICE = 64 * 1024;

    private static final int MOST_BUFFERS = 16;
    /**
     * Estimated memory of a queued buffer without its bytes: the buffer object, the array header and the place in the
     * queue.
     */
    private static final int OVERHEAD = 80;

    private final ArrayDeque<ByteBuffer> buffers = new ArrayDeque<>();
    private long size;
    private long held;

    /** Counts the bytes that were not sent yet. */
    long size() {
        return size;
    }

    /** Returns the memory that the queue holds, in bytes; for short messages far more than {@link #size}. */
    long held() {
        return held;
    }

    @Override
    public boolean isEmpty() {
        return size == 0;
    }

    /** Adds buffers. Drops empty ones: a write of empty buffers only would look like a full socket. */
    void add(ByteBuffer... more) {
        for (ByteBuffer buffer : more) {
            if (buffer.hasRemaining()) {
                buffers.addLast(buffer);
                size += buffer.remaining();
                held += memory(buffer);
            }
        }
    }

    private static long memory(ByteBuffer buffer) {
        return (long) OVERHEAD + buffer.capacity();
    }

    void clear() {
        buffers.clear();
        size = 0;
        held = 0;
    }

    /** Sends one slice. A socket takes it from many buffers in one write. */
    @Override
    public long send(WritableByteChannel channel) throws IOException {
        ByteBuffer first = buffers.getFirst();
        long count;
        if (channel instanceof GatheringByteChannel socket && buffers.size() > 1) {
            count = socket.write(slices());
            drop(count);
        } else if (first.remaining() > SLICE) {
            count = channel.write(first.slice(first.position(), SLICE));
            drop(count);
        } else {
            count = channel.write(first);
            dropSent(first);
        }
        size -= count;
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
            dropSent(first);
        }
    }

    private void dropSent(ByteBuffer first) {
        if (!first.hasRemaining()) {
            buffers.removeFirst();
            held -= memory(first);
        }
    }
}
