package sprout.server;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import sprout.http.ChunkedDecoder;
import sprout.http.HttpHeaders;
import sprout.http.HttpLimits;
import sprout.http.RequestHead;

/**
 * Reads the body of the current request from the input of its connection, and waits for the client when the input is
 * empty. Failures are an {@link sprout.http.HttpException}. Not thread-safe.
 */
final class RequestBody extends InputStream {
    private static final byte[] EMPTY = {};

    /** Waits on behalf of the body. */
    interface Source {
        /** Receives more into the input, and waits for it. */
        void awaitBody();

        /** Takes bytes from the budget; waits for room. */
        void awaitMemory(long bytes);
    }

    private final Source source;
    private final ByteBudget.Account memory;
    private final long threadBytes;
    private final Input input;
    private final ChunkedDecoder chunks;
    private boolean chunked;
    private boolean whole;
    private long remaining;
    /** How far {@link #received} has searched the chunks for the end of the body, from the start of the message. */
    private int searched;

    private long held;
    /** The part of {@link #held} for trailers. */
    private int trailersHeld;

    /** @param threadBytes the memory of the thread that waits for the rest of a body */
    RequestBody(Source source, ByteBudget.Account memory, long threadBytes, Input input, HttpLimits limits) {
        this.source = source;
        this.memory = memory;
        this.threadBytes = threadBytes;
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

    /** Reports whether the body was received to its end, without taking any of it. Only valid before the first read. */
    boolean received() {
        whole = chunked ? searchEnd() : remaining <= input.available();
        return whole;
    }

    private boolean searchEnd() {
        int at = input.start() + searched;
        while (true) {
            at = skipFraming(at);
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

    /** Prepares for the first read. The handler of a body that is not here yet will wait for it. */
    void beginReading() {
        resetDecoder();
        if (!whole) {
            count(threadBytes);
        }
    }

    /** Undoes the search of {@link #received}. */
    private void resetDecoder() {
        if (chunked) {
            chunks.reset();
            countTrailers();
        }
    }

    private int skipFraming(int from) {
        int at = chunks.skipFraming(input.bytes(), from, input.end());
        countTrailers();
        return at;
    }

    private void countTrailers() {
        int now = chunks.held();
        if (now != trailersHeld) {
            count(now - trailersHeld);
            trailersHeld = now;
        }
    }

    private void count(long bytes) {
        memory.count(bytes);
        held += bytes;
    }

    /** Ends the body and returns its memory to the budget. */
    void end() {
        resetDecoder();
        release();
    }

    /** Returns the memory of the body to the budget. */
    void release() {
        if (held > 0) {
            memory.count(-held);
            held = 0;
            trailersHeld = 0;
        }
    }

    HttpHeaders trailers() {
        return chunked ? chunks.trailers() : HttpHeaders.of();
    }

    /** Reports whether the whole body was taken. */
    boolean exhausted() {
        return chunked ? chunks.done() : remaining == 0;
    }

    /**
     * Discards what was received of the body. Returns whether the body ends there, so that the next request follows.
     */
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

    /**
     * Collects the body in blocks, so that it holds little more than was received, and nothing for a silent client.
     * Waits for the memory of each block but the small first one.
     */
    private byte[] collect() {
        if (await() == 0) {
            return EMPTY;
        }
        if (!whole) {
            count(ByteBufferPool.MEDIUM);
        }
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

    /**
     * Takes bytes from the budget until the request ends. Waits for room, but not if the body was received before: any
     * thread of the pool may read such a body, and waiting would keep it from requests without a body.
     */
    void hold(long bytes) {
        if (whole) {
            count(bytes);
        } else {
            source.awaitMemory(bytes);
            held += bytes;
        }
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

    /** Waits for data. Returns the number of bytes that can be taken; 0 at the end of the body. */
    private int await() {
        int data = buffered();
        while (data == 0 && !exhausted()) {
            input.reuseBodyRoom();
            source.awaitBody();
            data = buffered();
        }
        return data;
    }

    /** Returns how many bytes of data can be taken from the input without waiting. */
    private int buffered() {
        if (chunked) {
            input.moveTo(skipFraming(input.at()));
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
