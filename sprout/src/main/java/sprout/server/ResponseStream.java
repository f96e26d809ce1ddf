package sprout.server;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Collects the body of a response as the handler writes it. The head is sent only when the buffer is full or flushed,
 * so that small bodies leave in one write with their length. Not thread-safe.
 */
final class ResponseStream extends OutputStream {
    private final ServerResponse response;
    private final ResponseSink sink;
    private final ByteBufferPool buffers;
    private @Nullable ByteBuffer buffer;
    private boolean closed;
    private long written;

    ResponseStream(ServerResponse response, ResponseSink sink, ByteBufferPool buffers) {
        this.response = response;
        this.sink = sink;
        this.buffers = buffers;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        if (closed) {
            throw new IOException("the body of the response is closed");
        }
        long declared = response.declaredLength();
        if (declared >= 0 && written + length > declared && !response.bodyless()) {
            throw new IOException("the body is longer than its Content-Length of " + declared);
        }
        written += length;
        for (int from = offset; from < offset + length; ) {
            ByteBuffer current = room();
            int count = Math.min(current.remaining(), offset + length - from);
            current.put(bytes, from, count);
            from += count;
        }
    }

    /**
     * Sends what was written so far, and waits for the client. Does nothing on an event loop, which sends after the
     * handler has returned.
     *
     * @throws IOException if the client left or was too slow, also in an earlier call. A handler that goes on then must
     *     not wait for it again
     */
    @Override
    public void flush() throws IOException {
        if (!closed && sink.mayWait()) {
            response.requireClient();
            response.commit();
            putBuffer();
            response.send();
        }
    }

    /** Ends the body. What was written is sent when the handler returns. */
    @Override
    public void close() {
        closed = true;
    }

    /**
     * Puts the rest of the body into the output, and the head unless it has been sent.
     *
     * @throws IOException if the body is shorter than its declared length. If the head was sent already, the connection
     *     is then closed, so that the client sees that the body is truncated; otherwise the answer is 500
     */
    void complete() throws IOException {
        long declared = response.declaredLength();
        if (declared >= 0 && written < declared && !response.bodyless()) {
            throw new IOException("the body is shorter than its Content-Length of " + declared);
        }
        if (!response.committed()) {
            response.commit(declared >= 0 ? declared : lengthWritten());
        }
        putBuffer();
        if (!response.bodyless()) {
            sink.end();
        }
    }

    /**
     * If nothing was written, an answer to HEAD announces no length, because that of the answer to GET is unknown (RFC
     * 9110 section 8.6).
     */
    private long lengthWritten() {
        return written == 0 && response.headOnly() ? ResponseSink.NONE : written;
    }

    void release() {
        if (buffer != null) {
            buffers.release(buffer);
            buffer = null;
        }
        closed = true;
    }

    private ByteBuffer room() throws IOException {
        ByteBuffer current = buffer;
        if (current == null) {
            current = buffers.acquire(ByteBufferPool.MEDIUM);
        } else if (!current.hasRemaining() && sink.mayWait()) {
            flush();
        } else if (!current.hasRemaining()) {
            current = larger(current);
        }
        buffer = current;
        return current;
    }

    private ByteBuffer larger(ByteBuffer full) {
        ByteBuffer larger = buffers.acquire(2 * full.capacity());
        larger.put(full.flip());
        buffers.release(full);
        return larger;
    }

    private void putBuffer() {
        ByteBuffer filled = buffer;
        if (filled != null && filled.position() > 0) {
            if (!response.bodyless()) {
                sink.write(ByteBufferPool.array(filled), filled.position());
            }
            filled.clear();
        }
    }
}
