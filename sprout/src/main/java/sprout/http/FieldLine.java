package sprout.http;

/** Parses one line of a header or trailer section (RFC 9112 section 5). */
final class FieldLine {
    private FieldLine() {}

    /**
     * Adds the line from {@code from} to {@code to}, without its CRLF, to the headers. The caller has already refused
     * control characters below space, except tab.
     *
     * @param start the position that counts as 0 in the headers
     * @throws HttpException 400 if the line is malformed
     */
    static void add(HttpHeaders headers, byte[] bytes, int start, int from, int to) {
        int colon = endOfToken(bytes, from, to);
        if (colon == from || colon == to || bytes[colon] != ':') {
            throw malformed(bytes[from]);
        }
        int valueStart = skipBlanks(bytes, colon + 1, to);
        int valueEnd = dropBlanks(bytes, valueStart, to);
        checkValue(bytes, valueStart, valueEnd);
        headers.add(from - start, colon - start, valueStart - start, valueEnd - start);
    }

    static int endOfToken(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && Ascii.isToken(bytes[at])) {
            at++;
        }
        return at;
    }

    /** The first position without a space or tab; {@code to} if all bytes are blank. */
    static int skipBlanks(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && isBlank(bytes[at])) {
            at++;
        }
        return at;
    }

    /** The end of the range without trailing spaces and tabs. */
    static int dropBlanks(byte[] bytes, int from, int to) {
        int end = to;
        while (end > from && isBlank(bytes[end - 1])) {
            end--;
        }
        return end;
    }

    static boolean isBlank(int b) {
        return b == ' ' || b == '\t';
    }

    private static void checkValue(byte[] bytes, int from, int to) {
        for (int at = from; at < to; at++) {
            if (!Ascii.isFieldValue(bytes[at])) {
                throw HttpRequestParser.bad("a header has a control character");
            }
        }
    }

    private static HttpException malformed(int first) {
        return HttpRequestParser.bad(
                isBlank(first)
                        ? "a header is folded over several lines"
                        : "a header is not a name directly followed by a colon");
    }
}
