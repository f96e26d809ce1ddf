package sprout.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.WritableByteChannel;
import org.jspecify.annotations.Nullable;

/**
 * Holds the output that a connection has not sent yet: bytes in a pooled buffer, then optionally an array or a part of
 * a file. Head and small body share the buffer, so that they leave in one write. Not thread-safe.
 */
final class Output implements LoopChannel.Source {
    private static final byte[] NONE = {};
    /** Most bytes per write of an array; the JDK keeps a direct buffer of that size per thread. */
    private static final int SLICE = 64 * 1024;

    private static final long FILE_SLICE = 256 * 1024;

    private final ByteBufferPool pool;
    private final ByteBudget.Account memory;
    private @Nullable ByteBuffer buffer;
    private int end;
    private byte[] body = NONE;
    private int bodyAt;
    private int bodyEnd;
    private @Nullable FileChannel file;
    private long fileAt;
    private long fileEnd;

    Output(ByteBufferPool pool, ByteBudget.Account memory) {
        this.pool = pool;
        this.memory = memory;
    }

    @Override
    public boolean isEmpty() {
        return end == 0 && bodyAt == bodyEnd && file == null;
    }

    /** Returns the bytes in the buffer, without array and file. */
    int size() {
        return end;
    }

    /**
     * Returns the array of the buffer, with {@code count} bytes free after {@link #size}. Must not be called while an
     * array or a file is in the output.
     */
    byte[] reserve(int count) {
        ByteBuffer current = buffer;
        if (current == null || current.capacity() - end < count) {
            current = larger(current, end + count);
            buffer = current;
        }
        return ByteBufferPool.array(current);
    }

    /** Sets the end of the filled part of the buffer. */
    void filledTo(int position) {
        end = position;
    }

    /** Adds bytes to the buffer. */
    void put(byte[] bytes) {
        System.arraycopy(bytes, 0, reserve(bytes.length), end, bytes.length);
        end += bytes.length;
    }

    /**
     * Adds a body after the buffer: copied into it if it fits, otherwise sent from the array, which must not change
     * until then.
     */
    void body(byte[] bytes) {
        if (bytes.length <= ByteBufferPool.LARGE - end) {
            put(bytes);
        } else {
            memory.count(bytes.length);
            body = bytes;
            bodyAt = 0;
            bodyEnd = bytes.length;
        }
    }

    /** Reports whether another response may be added, to leave in the same write. */
    boolean takesMore() {
        return bodyAt == bodyEnd && file == null && end < ByteBufferPool.LARGE / 2;
    }

    /** Adds a part of a file after the buffer. The file is closed once it has been sent or dropped. */
    void file(FileChannel channel, long from, long length) {
        file = channel;
        fileAt = from;
        fileEnd = from + length;
    }

    /**
     * Sends as much as the socket takes, at most one slice of an array or file.
     *
     * @return the number of bytes sent; 0 if the socket takes nothing now
     * @throws IOException if the client left, or the file became shorter
     */
    @Override
    public long send(WritableByteChannel channel) throws IOException {
        if (end > 0) {
            return sendBuffer(channel);
        }
        return bodyAt < bodyEnd ? sendBody(channel) : sendFile(channel);
    }

    /** Releases the buffer if there is nothing to send. */
    void releaseIfEmpty() {
        if (isEmpty()) {
            release();
        }
    }

    /** Releases a buffer that is larger than most requests need, if there is nothing to send. */
    void releaseIfLarge() {
        if (buffer != null && buffer.capacity() > ByteBufferPool.SMALL) {
            releaseIfEmpty();
        }
    }

    /** Drops everything that was not sent, releases the buffer and closes the file. */
    void release() {
        if (buffer != null) {
            pool.release(buffer);
            buffer = null;
        }
        end = 0;
        endBody();
        closeFile();
    }

    private long sendBuffer(WritableByteChannel channel) throws IOException {
        ByteBuffer current = buffer;
        if (current == null) {
            throw new IllegalStateException("bytes without a buffer");
        }
        int count = channel.write(current.limit(end).position(0));
        if (count < end) {
            current.compact();
        }
        end -= count;
        return count;
    }

    private long sendBody(WritableByteChannel channel) throws IOException {
        int count = channel.write(ByteBuffer.wrap(body, bodyAt, Math.min(SLICE, bodyEnd - bodyAt)));
        bodyAt += count;
        if (bodyAt == bodyEnd) {
            endBody();
        }
        return count;
    }

    private long sendFile(WritableByteChannel channel) throws IOException {
        FileChannel source = file;
        if (source == null) {
            return 0;
        }
        long count = fileAt == fileEnd
                ? 0
                : channel instanceof SocketChannel
                        ? source.transferTo(fileAt, Math.min(FILE_SLICE, fileEnd - fileAt), channel)
                        : copy(source, channel);
        if (count == 0 && fileAt < fileEnd && fileAt >= source.size()) {
            throw becameShorter();
        }
        fileAt += count;
        if (fileAt == fileEnd) {
            closeFile();
        }
        return count;
    }

    /**
     * Sends a part of the file through a buffer, because the kernel cannot encrypt it.
     *
     * @return the number of bytes sent
     */
    private long copy(FileChannel source, WritableByteChannel channel) throws IOException {
        ByteBuffer copy = pool.acquire(ByteBufferPool.LARGE);
        try {
            fill(copy, source);
            return channel.write(copy);
        } finally {
            pool.release(copy);
        }
    }

    /**
     * Waits for room by sending a part of the file through a buffer. On a virtual thread, {@code transferTo} returns
     * immediately if a blocking channel takes nothing, while {@code write} waits.
     *
     * @return the number of bytes sent
     */
    long sendFileByCopy(WritableByteChannel channel) throws IOException {
        FileChannel source = file;
        if (source == null) {
            return 0;
        }
        long before = fileAt;
        ByteBuffer copy = pool.acquire(ByteBufferPool.LARGE);
        try {
            fill(copy, source);
            while (copy.hasRemaining()) {
                fileAt += channel.write(copy);
            }
        } finally {
            pool.release(copy);
        }
        long sent = fileAt - before;
        if (fileAt == fileEnd) {
            closeFile();
        }
        return sent;
    }

    /** Reads the next part of the file. TLS relies on it that the bytes of a record that waits do not become fewer. */
    private void fill(ByteBuffer copy, FileChannel source) throws IOException {
        copy.limit((int) Math.min(copy.capacity(), fileEnd - fileAt));
        source.read(copy, fileAt);
        if (copy.hasRemaining()) {
            throw becameShorter();
        }
        copy.flip();
    }

    private static IOException becameShorter() {
        return new IOException("the file became shorter while it was sent");
    }

    private ByteBuffer larger(@Nullable ByteBuffer old, int size) {
        ByteBuffer larger = pool.acquire(size);
        if (old != null) {
            System.arraycopy(ByteBufferPool.array(old), 0, ByteBufferPool.array(larger), 0, end);
            pool.release(old);
        }
        return larger;
    }

    private void endBody() {
        if (body.length > 0) {
            memory.count(-body.length);
        }
        body = NONE;
        bodyAt = 0;
        bodyEnd = 0;
    }

    private void closeFile() {
        FileChannel source = file;
        file = null;
        if (source != null) {
            try {
                source.close();
            } catch (IOException e) {
                Connection.LOG.debug("cannot close a file after sending it", e);
            }
        }
    }
}
