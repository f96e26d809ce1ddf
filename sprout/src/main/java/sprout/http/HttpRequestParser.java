package sprout.http;

/**
 * Parses the head of an HTTP/1.1 request as its bytes arrive (RFC 9112 sections 2 to 6). Strict: input that two
 * implementations could read differently is refused, so that no request can be smuggled past a proxy. Immutable, so one
 * parser serves all connections; the {@link RequestHead} holds the state of an incomplete head.
 */
public final class HttpRequestParser {
    private static final int METHOD_BYTES = 32;
    /** The most bytes of a request line in addition to its target: method, two spaces and version. */
    private static final int REQUEST_LINE_EXTRA = METHOD_BYTES + 10;

    private final HttpLimits limits;

    /** Creates a parser with {@link HttpLimits#DEFAULT}. */
    public HttpRequestParser() {
        this(HttpLimits.DEFAULT);
    }

    public HttpRequestParser(HttpLimits limits) {
        this.limits = limits;
    }

    public HttpLimits limits() {
        return limits;
    }

    /**
     * Continues to parse a head that begins at {@code start} of the array. Its bytes before {@code end} have arrived.
     * The caller repeats the call with more bytes until it returns true, and resets the head before the next request.
     *
     * @return whether the head is complete; it then ends at {@code start + head.length()}
     * @throws HttpException the status to answer with; the connection must be closed afterwards, because it is unknown
     *     where the next request would begin
     */
    public boolean parse(RequestHead head, byte[] bytes, int start, int end) {
        head.locate(bytes, start);
        for (int at = start + head.scanned; at < end; at++) {
            int b = bytes[at];
            if (b >= ' ' || b < 0) {
                continue;
            }
            if (b == '\n') {
                head.scanned = at + 1 - start;
                if (line(head, bytes, start, at)) {
                    return true;
                }
            } else if (b == '\r') {
                if (at + 1 == end) {
                    return incomplete(head, bytes, start, at);
                }
                if (bytes[at + 1] != '\n') {
                    throw bad("a carriage return stands alone in the head");
                }
            } else if (b != '\t') {
                throw bad("the head has a control character");
            }
        }
        return incomplete(head, bytes, start, end);
    }

    /**
     * Takes the method of a request that is refused before its request line is complete: the answer to a HEAD has no
     * content then either (RFC 9110 section 9.3.2).
     */
    public void takeMethod(RequestHead head, byte[] bytes, int start, int end) {
        if (head.requestLineSeen) {
            return;
        }
        int from = start + head.lineStart;
        int methodEnd = FieldLine.endOfToken(bytes, from, Math.min(end, from + METHOD_BYTES));
        if (methodEnd < end && bytes[methodEnd] == ' ') {
            head.method = Names.method(bytes, from, methodEnd);
        }
    }

    private boolean incomplete(RequestHead head, byte[] bytes, int start, int end) {
        head.scanned = end - start;
        if (!head.requestLineSeen && head.scanned - head.lineStart > limits.targetBytes() + REQUEST_LINE_EXTRA) {
            int from = start + head.lineStart;
            checkMethodLength(FieldLine.endOfToken(bytes, from, end) - from);
            throw targetTooLong();
        }
        checkSize(head);
        return false;
    }

    private void checkSize(RequestHead head) {
        if (head.dropped + head.scanned > limits.headerBytes()) {
            throw new HttpException(431, "the head of the request is longer than " + limits.headerBytes() + " bytes");
        }
    }

    /**
     * Parses the line that ends with the line feed at {@code lf}; returns whether it was the empty line that ends the
     * head.
     */
    private boolean line(RequestHead head, byte[] bytes, int start, int lf) {
        int from = start + head.lineStart;
        int to = lf - 1;
        if (to < from || bytes[to] != '\r') {
            throw bad("a line feed stands alone in the head");
        }
        head.lineStart = lf + 1 - start;
        if (to > from) {
            if (head.requestLineSeen) {
                header(head, bytes, start, from, to);
            } else {
                requestLine(head, bytes, start, from, to);
            }
            return false;
        }
        return head.requestLineSeen && end(head);
    }

    private boolean end(RequestHead head) {
        checkSize(head);
        if (!head.hostSeen && head.version == HttpVersion.HTTP_1_1) {
            throw bad("the Host header is missing");
        }
        if (head.transferEncodingSeen) {
            checkTransferEncoding(head);
        } else if (head.contentLength > limits.bodyBytes()) {
            throw new HttpException(413, "the body is longer than " + limits.bodyBytes() + " bytes");
        }
        if (head.version == HttpVersion.HTTP_1_0) {
            checkLengthOfOldClient(head);
            head.expectContinue = false;
        }
        return true;
    }

    /**
     * Refuses a POST or PUT of HTTP/1.0 without a length: its body would end with the connection (RFC 1945 section
     * 7.2.2). In HTTP/1.1 such a request has no body.
     */
    private static void checkLengthOfOldClient(RequestHead head) {
        boolean meansBody = head.method.equals("POST") || head.method.equals("PUT");
        if (meansBody && head.contentLength < 0) {
            throw new HttpException(411, "a " + head.method + " of HTTP/1.0 needs a Content-Length");
        }
    }

    /**
     * Refuses both framings in one request, and chunks in HTTP/1.0, because they allow request smuggling (RFC 9112
     * sections 6.1 and 6.3). An unknown coding is answered with 501 only if chunked is the last one: otherwise the
     * framing is invalid, which is 400.
     */
    private static void checkTransferEncoding(RequestHead head) {
        if (head.contentLength >= 0) {
            throw bad("Content-Length and Transfer-Encoding exclude each other");
        }
        if (head.version == HttpVersion.HTTP_1_0) {
            throw bad("HTTP/1.0 has no Transfer-Encoding");
        }
        if (!head.chunked) {
            throw bad("the Transfer-Encoding does not end with chunked once");
        }
        if (head.otherCoding) {
            throw new HttpException(501, "the only transfer coding known here is chunked");
        }
    }

    private void requestLine(RequestHead head, byte[] bytes, int start, int from, int to) {
        head.requestLineSeen = true;
        int methodEnd = FieldLine.endOfToken(bytes, from, to);
        checkMethodLength(methodEnd - from);
        if (methodEnd == from || methodEnd == to || bytes[methodEnd] != ' ') {
            throw bad("the request line does not begin with a method and a space");
        }
        head.method = method(bytes, from, methodEnd);
        int targetStart = methodEnd + 1;
        int targetEnd = endOfTarget(bytes, targetStart, to);
        if (targetEnd - targetStart > limits.targetBytes()) {
            throw targetTooLong();
        }
        if (targetEnd == targetStart || targetEnd == to || bytes[targetEnd] != ' ') {
            throw bad("the request line is not method, target and version with one space between");
        }
        head.version = version(bytes, targetEnd + 1, to);
        checkForm(head.method, bytes, targetStart, targetEnd);
        head.targetStart = targetStart - start;
        head.targetEnd = targetEnd - start;
    }

    private HttpException targetTooLong() {
        return new HttpException(414, "the request target is longer than " + limits.targetBytes() + " bytes");
    }

    /** Answers 501 to a method that is longer than any implemented one (RFC 9112 section 3). */
    private static void checkMethodLength(int length) {
        if (length > METHOD_BYTES) {
            throw new HttpException(501, "the method is not known");
        }
    }

    private static String method(byte[] bytes, int from, int to) {
        String method = Names.method(bytes, from, to);
        if (method.equals("CONNECT")) {
            throw new HttpException(501, "this server is not a proxy and does not tunnel");
        }
        return method;
    }

    /** Refuses other major versions, and treats a higher minor version as 1.1 (RFC 9110 section 2.5). */
    private static HttpVersion version(byte[] bytes, int from, int to) {
        if (to - from != 8 || !Names.spells(bytes, from, "HTTP/") || bytes[from + 6] != '.') {
            throw bad("the version in the request line is malformed");
        }
        int major = bytes[from + 5];
        int minor = bytes[from + 7];
        if (major < '0' || major > '9' || minor < '0' || minor > '9') {
            throw bad("the version in the request line is malformed");
        }
        if (major != '1') {
            throw new HttpException(505, "only HTTP/1.1 and HTTP/1.0 are spoken here");
        }
        return minor == '0' ? HttpVersion.HTTP_1_0 : HttpVersion.HTTP_1_1;
    }

    /** Accepts origin-form, absolute-form, and {@code *} for OPTIONS (RFC 9112 section 3.2). */
    private static void checkForm(String method, byte[] bytes, int from, int to) {
        if (bytes[from] == '/') {
            return;
        }
        boolean asterisk = to - from == 1 && bytes[from] == '*' && method.equals("OPTIONS");
        if (!asterisk && !isAbsolute(bytes, from, to)) {
            throw bad("the request target is neither a path nor an http URI");
        }
    }

    private static boolean isAbsolute(byte[] bytes, int from, int to) {
        int authority = schemeLength(bytes, from, to);
        int end = from + authority;
        while (end < to && bytes[end] != '/' && bytes[end] != '?') {
            end++;
        }
        return authority > 0 && HostSyntax.isValid(bytes, from + authority, end);
    }

    private static int schemeLength(byte[] bytes, int from, int to) {
        if (to - from > 7 && Ascii.equalsIgnoreCase(bytes, from, "http://")) {
            return 7;
        }
        return to - from > 8 && Ascii.equalsIgnoreCase(bytes, from, "https://") ? 8 : 0;
    }

    private void header(RequestHead head, byte[] bytes, int start, int from, int to) {
        if (head.headers.size() == limits.headerCount()) {
            throw new HttpException(431, "the request has more than " + limits.headerCount() + " headers");
        }
        FieldLine.add(head.headers, bytes, start, from, to);
        FramingFields.note(head, bytes, start);
    }

    private static int endOfTarget(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && Ascii.isPath(bytes[at])) {
            at++;
        }
        if (at < to && bytes[at] == '?') {
            do {
                at++;
            } while (at < to && Ascii.isQuery(bytes[at]));
        }
        return at;
    }

    static HttpException bad(String detail) {
        return new HttpException(400, detail);
    }
}
