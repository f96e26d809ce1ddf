package sprout.mvc;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import sprout.http.HttpException;
import sprout.http.Utf8;

/**
 * Splits a multipart body into its parts as it arrives (RFC 2046 section 5.1). The parts do not depend on how the body
 * is split into pushes. It uses no stream, file or form. Not thread-safe.
 *
 * <pre>
 * PREAMBLE --delimiter--> LINE_END --CRLF--> HEADERS --blank line--> BODY_START --other bytes--> BODY
 *                         LINE_END --"--"--> LAST_LINE_END --CRLF--> EPILOGUE
 *                                                       BODY_START, BODY --delimiter--> LINE_END
 * </pre>
 */
final class MultipartParser {
    private static final byte[] LINE = {'\r', '\n'};
    /** Lines that continue a header; each copies what came before. */
    private static final int MOST_FOLDS = 20;

    private final byte[] delimiter;
    private final int maxHeaderBytes;
    private final Parts parts;
    private State state = State.PREAMBLE;
    /**
     * Holds bytes that are not parsed yet. It begins with a line break, because the first delimiter may start the body.
     */
    private byte[] pending = LINE;

    private int start;
    private int end = LINE.length;
    /** Counts the pending bytes without a line break, so that a line that arrives byte by byte is searched once. */
    private int searched;

    private int headerBytes;
    /** Whether white space follows the delimiter; two hyphens after it then do not end the body. */
    private boolean padded;

    /** Those of the current part that are wanted. */
    private Map<String, String> headers = new LinkedHashMap<>();

    private String lastName = "";
    private int folds;

    /**
     * Creates a parser for one body.
     *
     * @param boundary 1 to 70 characters, as in the content type
     * @param maxHeaderBytes the maximum size of all headers of one part
     */
    MultipartParser(String boundary, int maxHeaderBytes, Parts parts) {
        this.delimiter = ("\r\n--" + boundary).getBytes(StandardCharsets.ISO_8859_1);
        this.maxHeaderBytes = maxHeaderBytes;
        this.parts = parts;
    }

    /** Receives the parts. */
    interface Parts {
        /** Whether the header of this name, in lower case, is kept until the part begins. */
        default boolean wants(String name) {
            return true;
        }

        /** Begins a part with the headers that are wanted. */
        void begin(Map<String, String> headers);

        /** Receives a piece of the content. The bytes are valid only during the call. */
        void data(byte[] bytes, int offset, int length);

        /** Ends the part. */
        void end();
    }

    private enum State {
        PREAMBLE,
        LINE_END,
        HEADERS,
        BODY_START,
        BODY,
        LAST_LINE_END,
        EPILOGUE
    }

    /**
     * Parses the next bytes of the body.
     *
     * @throws HttpException with status 400 if the body is malformed, 413 if the headers of a part are too large
     */
    void push(byte[] bytes, int offset, int length) {
        if (state == State.EPILOGUE) {
            return;
        }
        append(bytes, offset, length);
        boolean more = true;
        while (more) {
            more = switch (state) {
                case PREAMBLE, BODY -> content();
                case LINE_END -> lineEnd();
                case HEADERS -> header();
                case BODY_START -> bodyStart();
                case LAST_LINE_END -> lastLineEnd();
                case EPILOGUE -> false;
            };
        }
    }

    /**
     * Ends the body.
     *
     * @throws HttpException with status 400 if the last delimiter is missing
     */
    void finish() {
        boolean lastLine = state == State.LAST_LINE_END && start == end;
        if (state != State.EPILOGUE && !lastLine) {
            throw malformed("ends before its last delimiter");
        }
    }

    private void append(byte[] bytes, int offset, int length) {
        if (end + length > pending.length) {
            int kept = end - start;
            byte[] larger = new byte[Math.max(2 * kept, kept + length)];
            System.arraycopy(pending, start, larger, 0, kept);
            pending = larger;
            start = 0;
            end = kept;
        }
        System.arraycopy(bytes, offset, pending, end, length);
        end += length;
    }

    /** Passes content on, except bytes at the end that may begin a delimiter. */
    private boolean content() {
        int found = find(delimiter, start);
        int until = found >= 0 ? found : Math.max(start, end - delimiter.length + 1);
        if (state == State.BODY && until > start) {
            parts.data(pending, start, until - start);
        }
        start = until;
        if (found < 0) {
            return false;
        }
        if (state == State.BODY) {
            parts.end();
        }
        delimiterFound(delimiter.length);
        return true;
    }

    private void delimiterFound(int length) {
        start += length;
        padded = false;
        state = State.LINE_END;
    }

    /**
     * Ends a part without content: the line break of the delimiter is then that of the blank line (RFC 2046 section
     * 5.1.1). Waits only while all bytes may be those of a delimiter.
     */
    private boolean bodyStart() {
        int wanted = delimiter.length - LINE.length;
        int length = Math.min(wanted, end - start);
        if (!Arrays.equals(pending, start, start + length, delimiter, LINE.length, LINE.length + length)) {
            state = State.BODY;
            return true;
        }
        if (length < wanted) {
            return false;
        }
        parts.end();
        delimiterFound(wanted);
        return true;
    }

    /**
     * Parses the rest of the delimiter line: two hyphens after the last delimiter, otherwise optional white space and
     * CRLF.
     */
    private boolean lineEnd() {
        if (end - start < 2) {
            return false;
        }
        if (!padded && pending[start] == '-' && pending[start + 1] == '-') {
            start += 2;
            state = State.LAST_LINE_END;
            return true;
        }
        if (!lineEnds()) {
            return false;
        }
        state = State.HEADERS;
        headers = new LinkedHashMap<>();
        lastName = "";
        headerBytes = 0;
        return true;
    }

    /** Otherwise, a part could hide behind a delimiter that only this parser takes for the last one. */
    private boolean lastLineEnd() {
        if (lineEnds()) {
            state = State.EPILOGUE;
            pending = LINE;
        }
        return false;
    }

    /** Skips white space and CRLF. Returns false if more bytes are needed. */
    private boolean lineEnds() {
        while (start < end && (pending[start] == ' ' || pending[start] == '\t')) {
            start++;
            padded = true;
        }
        if (end - start < 2) {
            return false;
        }
        if (pending[start] != '\r' || pending[start + 1] != '\n') {
            throw malformed("has a delimiter that does not end its line");
        }
        start += 2;
        return true;
    }

    private boolean header() {
        int found = find(LINE, start + searched);
        searched = found < 0 ? Math.max(0, end - start - 1) : 0;
        int length = (found < 0 ? endWithoutCarriageReturn() : found) - start;
        if (headerBytes + length > maxHeaderBytes) {
            throw new HttpException(
                    413, "The headers of a part of the form are larger than %d bytes.".formatted(maxHeaderBytes));
        }
        if (found < 0) {
            return false;
        }
        headerBytes += length + 2;
        String line = Utf8.decode(Arrays.copyOfRange(pending, start, found));
        start = found + 2;
        if (line.isEmpty()) {
            parts.begin(headers);
            state = State.BODY_START;
        } else {
            addHeader(line);
        }
        return true;
    }

    /** The end without a trailing carriage return, which may begin a line break and then does not count. */
    private int endWithoutCarriageReturn() {
        return end > start && pending[end - 1] == '\r' ? end - 1 : end;
    }

    /** Adds a line, or continues the one before, if it is folded (RFC 5322 section 2.2.3). */
    private void addHeader(String line) {
        boolean folded = !lastName.isEmpty() && (line.charAt(0) == ' ' || line.charAt(0) == '\t');
        int colon = line.indexOf(':');
        if (!folded && (colon <= 0 || line.charAt(0) <= ' ')) {
            throw malformed("has a part with a line that is not a header");
        }
        if (folded) {
            if (++folds > MOST_FOLDS) {
                throw malformed("has a header of more than %d lines".formatted(MOST_FOLDS));
            }
            headers.computeIfPresent(lastName, (name, value) -> value + " " + line.strip());
            return;
        }
        folds = 0;
        lastName = line.substring(0, colon).toLowerCase(Locale.ROOT);
        if (parts.wants(lastName)
                && headers.put(lastName, line.substring(colon + 1).strip()) != null) {
            throw malformed("has a part with two headers " + lastName);
        }
    }

    private int find(byte[] wanted, int from) {
        for (int i = from; i <= end - wanted.length; i++) {
            if (pending[i] == wanted[0] && Arrays.equals(pending, i, i + wanted.length, wanted, 0, wanted.length)) {
                return i;
            }
        }
        return -1;
    }

    private static HttpException malformed(String what) {
        return new HttpException(400, "The multipart body " + what + ".");
    }
}
