package sprout.http;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Holds a request up to its body, filled by {@link HttpRequestParser}. One object serves all requests of a connection
 * in turn. It refers to the caller's array, which must not change while the head is in use. Not thread-safe.
 */
public final class RequestHead {
    private static final byte[] NONE = {};

    final HttpHeaders headers = new HttpHeaders();
    final TargetText target = new TargetText();

    /** Position relative to the start of the message, like {@code lineStart}: line ends were searched up to here. */
    int scanned;

    int lineStart;
    /** Bytes of empty lines before the request line that are no longer in the array. */
    int dropped;

    boolean requestLineSeen;

    String method = "";
    HttpVersion version = HttpVersion.HTTP_1_1;
    int targetStart;
    int targetEnd;

    boolean hostSeen;
    boolean transferEncodingSeen;
    boolean otherCoding;
    boolean close;
    boolean keepAliveAsked;
    boolean expectContinue;
    boolean chunked;
    long contentLength = -1;

    private byte[] bytes = NONE;
    private int base;
    private boolean targetKnown;

    /** Clears the state for the next request of the connection, and drops the reference to the caller's array. */
    public void reset() {
        headers.clear();
        method = "";
        scanned = 0;
        lineStart = 0;
        dropped = 0;
        requestLineSeen = false;
        hostSeen = false;
        transferEncodingSeen = false;
        otherCoding = false;
        close = false;
        keepAliveAsked = false;
        expectContinue = false;
        chunked = false;
        contentLength = -1;
        targetKnown = false;
        target.forgetIfLong();
        bytes = NONE;
    }

    /** Sets the array that holds the bytes of this head, and the position in it where the message starts. */
    public void locate(byte[] newBytes, int newBase) {
        bytes = newBytes;
        base = newBase;
        headers.locate(newBytes, newBase);
    }

    /**
     * The number of bytes from the start of the message to the end of the empty line; of an incomplete head, those
     * parsed so far.
     */
    public int length() {
        return scanned;
    }

    /**
     * Forgets the empty lines before a request line that is incomplete. The caller must drop as many bytes, so that
     * they make no idle connection look busy (RFC 9112 section 2.2). They still count towards the limit of the head.
     *
     * @return the number of bytes
     */
    public int dropEmptyLines() {
        if (requestLineSeen) {
            return 0;
        }
        int bytesOfLines = lineStart;
        dropped += bytesOfLines;
        scanned -= bytesOfLines;
        lineStart = 0;
        return bytesOfLines;
    }

    public String method() {
        return method;
    }

    public HttpVersion version() {
        return version;
    }

    public HttpHeaders headers() {
        return headers;
    }

    /** Whether a body follows in chunks (RFC 9112 section 7.1). */
    public boolean chunked() {
        return chunked;
    }

    /** The length of the body in bytes; 0 without a body, or if it is chunked. */
    public long contentLength() {
        return Math.max(contentLength, 0);
    }

    /** Whether the client waits for {@code 100 Continue} before it sends the body (RFC 9110 section 10.1.1). */
    public boolean expectContinue() {
        return expectContinue;
    }

    /** Whether the client allows further requests on this connection (RFC 9112 section 9.3). */
    public boolean keepAlive() {
        return !close && (version == HttpVersion.HTTP_1_1 || keepAliveAsked);
    }

    /** The request target as sent. */
    public String target() {
        return text().target();
    }

    /**
     * Host and, if sent, port of the request: those of an absolute target, else those of the Host header (RFC 9112
     * section 3.2.2); null if there is neither.
     */
    public @Nullable String authority() {
        String authority = text().authority();
        return authority == null ? headers.first("Host") : authority;
    }

    /** The path as sent; {@code *} for {@code OPTIONS *}, also in absolute form (RFC 9112 section 3.2.4). */
    public String rawPath() {
        return text().bare() && method.equals("OPTIONS") ? "*" : text().path();
    }

    /** The query as sent; null if there is no {@code ?}. */
    public @Nullable String query() {
        return text().query();
    }

    private TargetText text() {
        if (!targetKnown) {
            target.read(bytes, base + targetStart, base + targetEnd);
            targetKnown = true;
        }
        return target;
    }

    /**
     * Keeps the strings of a target from one request to the next, because the requests of a connection often repeat
     * their target.
     */
    static final class TargetText {
        /** In characters. An idle connection must not hold much memory whose size the client chose. */
        private static final int LONGEST_KEPT = 512;

        private String target = "";
        private String path = "";
        private boolean bare;
        private @Nullable String authority;
        private @Nullable String query;

        void read(byte[] bytes, int start, int end) {
            if (!same(bytes, start, end)) {
                target = new String(bytes, start, end - start, StandardCharsets.ISO_8859_1);
                split();
            }
        }

        void forgetIfLong() {
            if (target.length() > LONGEST_KEPT) {
                target = "";
                path = "";
                bare = false;
                authority = null;
                query = null;
            }
        }

        String target() {
            return target;
        }

        String path() {
            return path;
        }

        /** Whether the target is absolute and has neither path nor query. */
        boolean bare() {
            return bare;
        }

        @Nullable
        String authority() {
            return authority;
        }

        @Nullable
        String query() {
            return query;
        }

        private boolean same(byte[] bytes, int start, int end) {
            if (target.length() != end - start) {
                return false;
            }
            for (int i = start; i < end; i++) {
                if (bytes[i] != target.charAt(i - start)) {
                    return false;
                }
            }
            return true;
        }

        private void split() {
            boolean absolute = !target.startsWith("/") && !target.equals("*");
            int pathStart = absolute ? endOfAuthority() : 0;
            authority = absolute ? target.substring(target.indexOf("//") + 2, pathStart) : null;
            int question = target.indexOf('?', pathStart);
            int pathEnd = question < 0 ? target.length() : question;
            bare = absolute && pathStart == target.length();
            path = pathStart == pathEnd ? "/" : target.substring(pathStart, pathEnd);
            query = question < 0 ? null : target.substring(question + 1);
        }

        private int endOfAuthority() {
            int at = target.indexOf("//") + 2;
            while (at < target.length() && target.charAt(at) != '/' && target.charAt(at) != '?') {
                at++;
            }
            return at;
        }
    }
}
