package sprout.server;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import sprout.http.ResponseEncoder;

/**
 * Collects the body of a response as the handler writes it. The head is sent only when the buffer is full or flushed,
 * so that small bodies leave in one write with their length. Not thread-safe.
 */
final class ResponseStream extends OutputStream {
    private final ServerResponse response;
    private final Connection connection;
    private @Nullable ByteBuffer buffer;
    private boolean committed;
    private boolean chunked;
    private boolean closed;
    private long written;

    ResponseStream(ServerResponse response, Connection connection) {
        this.response = response;
        this.connection = connection;
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
        checkDeclared(length);
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
     */
    @Override
    public void flush() throws IOException {
        if (!closed && !response.onLoop()) {
            commit();
            sendBuffer();
        }
    }

    /** Ends the body. What was written is sent when the handler returns. */
    @Override
    public void close() {
        closed = true;
    }

    /**
     * Puts the rest of the body into the output, and the head unless it was sent.
     *
     * @throws IOException if the body is shorter than its declared length
     */
    void complete() throws IOException {
        checkComplete();
        if (!committed) {
            response.putHead(length());
        }
        if (buffer != null && buffer.position() > 0) {
            putBuffer(buffer);
        }
        if (chunked && !response.bodyless()) {
            put(new byte[] {'0', '\r', '\n', '\r', '\n'}, 0, 5);
        }
    }

    /**
     * Returns the length to announce. Without bytes written, an answer to HEAD does not know the length of the answer
     * to GET (RFC 9110 section 8.6), so it announces none.
     */
    private long length() {
        long declared = response.declaredLength();
        if (declared >= 0) {
            return declared;
        }
        return written == 0 && response.headOnly() ? ResponseEncoder.UNFRAMED : written;
    }

    void release() {
        if (buffer != null) {
            connection.context.buffers.release(buffer);
            buffer = null;
        }
        closed = true;
    }

    private void checkDeclared(int more) throws IOException {
        long declared = response.declaredLength();
        if (declared >= 0 && written + more > declared && !response.bodyless()) {
            throw new IOException("the body is longer than its Content-Length of " + declared);
        }
    }

    /**
     * Fails if the body is shorter than announced. If the head was sent already, the connection is then closed, so that
     * the client sees that the body is cut; otherwise the answer is 500.
     */
    private void checkComplete() throws IOException {
        long declared = response.declaredLength();
        if (declared >= 0 && written < declared && !response.bodyless()) {
            throw new IOException("the body is shorter than its Content-Length of " + declared);
        }
    }

    private ByteBuffer room() throws IOException {
        ByteBuffer current = buffer;
        if (current == null) {
            current = connection.context.buffers.acquire(ByteBufferPool.MEDIUM);
        } else if (!current.hasRemaining() && response.onLoop()) {
            current = larger(current);
        } else if (!current.hasRemaining()) {
            commit();
            sendBuffer();
        }
        buffer = current;
        return current;
    }

    private ByteBuffer larger(ByteBuffer full) {
        ByteBuffer larger = connection.context.buffers.acquire(2 * full.capacity());
        larger.put(full.flip());
        connection.context.buffers.release(full);
        return larger;
    }

    private void commit() throws IOException {
        if (!committed) {
            committed = true;
            chunked = response.commitStream();
        }
    }

    private void sendBuffer() throws IOException {
        if (buffer != null && buffer.position() > 0) {
            putBuffer(buffer);
        }
        response.send();
    }

    private void putBuffer(ByteBuffer filled) {
        int length = filled.position();
        if (!response.bodyless()) {
            if (chunked) {
                putChunk(ByteBufferPool.array(filled), length);
            } else {
                put(ByteBufferPool.array(filled), 0, length);
            }
        }
        filled.clear();
    }

    private void putChunk(byte[] bytes, int length) {
        Output output = connection.output;
        byte[] out = output.reserve(ResponseEncoder.CHUNK_PREFIX + length + 2);
        int begin = output.size();
        int data = begin + prefixLength(length);
        ResponseEncoder.chunkPrefix(length, out, data);
        System.arraycopy(bytes, 0, out, data, length);
        output.filledTo(ResponseEncoder.line(data + length, out));
    }

    private static int prefixLength(int size) {
        return (35 - Integer.numberOfLeadingZeros(size)) / 4 + 2;
    }

    private void put(byte[] bytes, int from, int length) {
        Output output = connection.output;
        byte[] out = output.reserve(length);
        System.arraycopy(bytes, from, out, output.size(), length);
        output.filledTo(output.size() + length);
    }
}
