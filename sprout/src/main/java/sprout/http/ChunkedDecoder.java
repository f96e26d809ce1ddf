package sprout.http;

import java.util.Arrays;
import java.util.List;

/**
 * Finds the data in a chunked body as bytes arrive (RFC 9112 section 7.1). The caller alternates between
 * {@link #skipFraming} and taking the data that follows. Not thread-safe; one decoder serves all bodies of a connection
 * in turn.
 */
public final class ChunkedDecoder {
    private static final int MAX_SIZE_DIGITS = 15;
    private static final byte[] NONE = {};

    /** Fields of framing, routing, access and content, which must not be in trailers (RFC 9110 section 6.5.1). */
    private static final List<String> FORBIDDEN = List.of(
            "Transfer-Encoding",
            "Content-Length",
            "Host",
            "Connection",
            "Keep-Alive",
            "Upgrade",
            "TE",
            "Trailer",
            "Expect",
            "Max-Forwards",
            "Range",
            "If-Match",
            "If-None-Match",
            "If-Modified-Since",
            "If-Unmodified-Since",
            "If-Range",
            "Authorization",
            "Proxy-Authorization",
            "Cookie",
            "Cache-Control",
            "Pragma",
            "Content-Encoding",
            "Content-Type",
            "Content-Range");

    private enum State {
        SIZE,
        EXTENSION,
        SIZE_LF,
        DATA,
        DATA_CR,
        DATA_LF,
        TRAILERS,
        DONE,
        BROKEN
    }

    private final HttpLimits limits;
    private final ChunkExtensions extensions = new ChunkExtensions();
    private final HttpHeaders trailers = new HttpHeaders();
    private State state = State.SIZE;
    private int sizeDigits;
    private long remaining;
    private long total;
    private long extensionBytes;
    private byte[] trailerBytes = NONE;
    private int trailerLength;
    private int trailerLine;
    private int trailerCount;

    public ChunkedDecoder(HttpLimits limits) {
        this.limits = limits;
    }

    /** Prepares for another body, and drops the trailers of the previous one. */
    public void reset() {
        state = State.SIZE;
        sizeDigits = 0;
        remaining = 0;
        total = 0;
        extensionBytes = 0;
        trailerBytes = NONE; // an idle connection must not hold memory whose size the client chose
        trailerLength = 0;
        trailerLine = 0;
        trailerCount = 0;
        trailers.clear();
    }

    /** Whether the body and its trailers are complete. */
    public boolean done() {
        return state == State.DONE;
    }

    /** The bytes of data that are missing in the current chunk; 0 between chunks. */
    public long dataRemaining() {
        return state == State.DATA ? remaining : 0;
    }

    /** Notes that the caller took {@code count} bytes of data, at most {@link #dataRemaining}. */
    public void dataTaken(int count) {
        remaining -= count;
        if (remaining == 0) {
            state = State.DATA_CR;
        }
    }

    /** The memory in bytes that holds trailers. */
    public int held() {
        return trailerBytes.length;
    }

    /** The fields after the last chunk, without those that are not allowed there; complete when {@link #done}. */
    public HttpHeaders trailers() {
        return trailers;
    }

    /**
     * Parses framing from {@code from} on, until data begins, the body is done or {@code to} is reached.
     *
     * @return the position of the first byte that was not parsed
     * @throws HttpException 400, 413 or 431, and 400 for each later call: it is unknown where such a body ends, so the
     *     connection must be closed (RFC 9112 sections 7.1 and 11.2)
     */
    public int skipFraming(byte[] bytes, int from, int to) {
        int at = from;
        try {
            while (at < to && state != State.DATA && state != State.DONE) {
                take(bytes[at++]);
            }
        } catch (HttpException e) {
            state = State.BROKEN;
            throw e;
        }
        return at;
    }

    private void take(byte b) {
        switch (state) {
            case SIZE -> size(b);
            case EXTENSION -> extension(b);
            case SIZE_LF -> sizeEnd(b);
            case DATA_CR -> expect(b, '\r', State.DATA_LF);
            case DATA_LF -> expect(b, '\n', State.SIZE);
            case TRAILERS -> trailer(b);
            case BROKEN -> throw HttpRequestParser.bad("the framing of the body was broken before");
            case DATA, DONE -> throw new IllegalStateException("no framing is due in state " + state);
        }
    }

    private void size(byte b) {
        int digit = Ascii.hexDigit(b);
        if (digit >= 0 && ++sizeDigits <= MAX_SIZE_DIGITS) {
            remaining = remaining * 16 + digit;
        } else if (digit >= 0 || sizeDigits == 0) {
            throw HttpRequestParser.bad("a chunk size is not a hexadecimal number");
        } else if (b == '\r') {
            state = State.SIZE_LF;
        } else {
            state = State.EXTENSION;
            extensions.reset();
            extension(b);
        }
    }

    /**
     * Extensions are ignored but counted, because a client could send nothing else forever. They may be as long as the
     * data before them and a head together, so that a long body may have one in each chunk, such as a signature.
     */
    private void extension(byte b) {
        if (extensions.take(b)) {
            state = State.SIZE_LF;
        }
        if (++extensionBytes - total > limits.headerBytes()) {
            throw new HttpException(431, "the chunk extensions exceed the data by " + limits.headerBytes() + " bytes");
        }
    }

    private void sizeEnd(byte b) {
        if (remaining > limits.bodyBytes() - total) {
            throw new HttpException(413, "the body is longer than " + limits.bodyBytes() + " bytes");
        }
        total += remaining;
        sizeDigits = 0;
        expect(b, '\n', remaining == 0 ? State.TRAILERS : State.DATA);
    }

    private void expect(byte b, char wanted, State next) {
        if (b != wanted) {
            throw HttpRequestParser.bad("a chunk does not end where its size says");
        }
        state = next;
    }

    /** Copies the byte: trailers are rare, so a separate array is simpler than positions in the input. */
    private void trailer(byte b) {
        if (trailerLength == limits.headerBytes()) {
            throw new HttpException(431, "the trailers are longer than " + limits.headerBytes() + " bytes");
        }
        if (trailerLength == trailerBytes.length) {
            trailerBytes = Arrays.copyOf(trailerBytes, Math.max(256, 2 * trailerLength));
        }
        checkTrailerByte(b);
        trailerBytes[trailerLength++] = b;
        if (b == '\n') {
            trailerLine();
        }
    }

    private void checkTrailerByte(byte b) {
        boolean afterCarriageReturn = trailerLength > trailerLine && trailerBytes[trailerLength - 1] == '\r';
        if (afterCarriageReturn != (b == '\n') || (b != '\r' && b != '\n' && !Ascii.isFieldValue(b))) {
            throw HttpRequestParser.bad("a trailer has a control character");
        }
    }

    private void trailerLine() {
        int end = trailerLength - 2;
        if (end == trailerLine) {
            state = State.DONE;
            return;
        }
        if (++trailerCount > limits.headerCount()) {
            throw new HttpException(431, "the request has more than " + limits.headerCount() + " trailers");
        }
        FieldLine.add(trailers, trailerBytes, 0, trailerLine, end);
        trailers.locate(trailerBytes, 0);
        trailers.dropLastIf(FORBIDDEN);
        trailerLine = trailerLength;
    }
}
