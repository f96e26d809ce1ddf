package sprout.server;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import sprout.http.ChunkedDecoder;
import sprout.http.HttpHeaders;
import sprout.http.HttpLimits;
import sprout.http.RequestHead;

/** The body of the current request, taken from the input of its connection; waits for the client when the input runs dry. */
final class RequestBody extends InputStream {
    private static final byte[] EMPTY = {};

    private final Connection connection;
    private final Input input;
    private final ChunkedDecoder chunks;
    private boolean chunked;
    private long remaining;
    /** How far chunks were searched for the end of the body, from the start of the message. */
    private int searched;

    private long held;

    RequestBody(Connection connection, Input input, HttpLimits limits) {
        this.connection = connection;
        this.input = input;
        this.chunks = new ChunkedDecoder(limits);
    }

    /** Begins the body that follows this head. */
    void begin(RequestHead head) {
        chunked = head.chunked();
        remaining = head.contentLength();
        searched = head.length();
        if (chunked) {
            chunks.reset();
        }
    }

    /** Whether the body was received to its end, without taking any of it. Only before the first read. */
    boolean received() {
        return chunked ? searchEnd() : remaining <= input.available();
    }

    private boolean searchEnd() {
        int at = input.start() + searched;
        while (true) {
            at = chunks.skipFraming(input.bytes(), at, input.end());
            int data = (int) Math.min(chunks.dataRemaining(), input.end() - at);
            if (data == 0) {
                break;
            }
            chunks.dataTaken(data);
            at += data;
        }
        searched = at - input.start();
        return chunks.done();
    }

    /** Ends the search for the end; from here on the body is taken. */
    void beginReading() {
        if (chunked) {
            chunks.reset();
        }
    }

    /** Forgets the body. */
    void end() {
        beginReading();
        release();
    }

    /** Gives back what was held of it. */
    void release() {
        if (held > 0) {
            connection.context.budget.count(-held);
            held = 0;
        }
    }

    HttpHeaders trailers() {
        return chunked ? chunks.trailers() : HttpHeaders.of();
    }

    /** Whether everything was taken. */
    boolean exhausted() {
        return chunked ? chunks.done() : remaining == 0;
    }

    /** Takes what is left of a body that was received; returns whether the body ends there, so that the next request follows. */
    boolean skipReceived() {
        while (!exhausted()) {
            int data = buffered();
            if (data == 0) {
                return exhausted();
            }
            take(data);
        }
        return true;
    }

    byte[] readToEnd() {
        if (exhausted()) {
            return EMPTY;
        }
        if (chunked || remaining > input.available()) {
            return collect();
        }
        byte[] body = new byte[(int) remaining];
        System.arraycopy(input.bytes(), input.at(), body, 0, body.length);
        take(body.length);
        return body;
    }

    /** In blocks, so that no more is held than was received; a block is waited for. */
    private byte[] collect() {
        List<byte[]> full = new ArrayList<>();
        byte[] part = new byte[ByteBufferPool.MEDIUM];
        int at = 0;
        for (int count = read(part, 0, part.length); count >= 0; count = read(part, at, part.length - at)) {
            at += count;
            if (at == part.length) {
                hold(ByteBudget.BLOCK);
                full.add(part);
                part = new byte[ByteBudget.BLOCK];
                at = 0;
            }
        }
        return joined(full, part, at);
    }

    private static byte[] joined(List<byte[]> full, byte[] last, int count) {
        int size = full.stream().mapToInt(each -> each.length).sum();
        byte[] all = new byte[size + count];
        int at = 0;
        for (byte[] each : full) {
            System.arraycopy(each, 0, all, at, each.length);
            at += each.length;
        }
        System.arraycopy(last, 0, all, at, count);
        return all;
    }

    /** Counts bytes that are kept until the request ends; waits for room. */
    void hold(long bytes) {
        connection.awaitMemory(bytes);
        held += bytes;
    }

    @Override
    public int read() {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, target.length);
        if (length == 0) {
            return 0;
        }
        int data = await();
        if (data == 0) {
            return -1;
        }
        int count = Math.min(data, length);
        System.arraycopy(input.bytes(), input.at(), target, offset, count);
        take(count);
        return count;
    }

    @Override
    public int available() {
        return buffered();
    }

    /** Waits until data is in the input; returns how much, 0 at the end of the body. */
    private int await() {
        int data = buffered();
        while (data == 0 && !exhausted()) {
            input.reuseBodyRoom();
            connection.awaitBody();
            data = buffered();
        }
        return data;
    }

    /** How much data can be taken from the input now. */
    private int buffered() {
        if (chunked) {
            input.moveTo(chunks.skipFraming(input.bytes(), input.at(), input.end()));
            return (int) Math.min(chunks.dataRemaining(), input.available());
        }
        return (int) Math.min(remaining, input.available());
    }

    private void take(int count) {
        input.moveTo(input.at() + count);
        if (chunked) {
            chunks.dataTaken(count);
        } else {
            remaining -= count;
        }
    }
}
