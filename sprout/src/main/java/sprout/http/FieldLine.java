package sprout.http;

/** One line of a header or trailer section (RFC 9112 section 5). */
final class FieldLine {
    private FieldLine() {}

    /**
     * Adds the line in {@code from} to {@code to}, without its CRLF, in which control characters below space were ruled out already.
     *
     * @param start where positions count from
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

    /** The first position that holds no blank; {@code to} if all do. */
    static int skipBlanks(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && isBlank(bytes[at])) {
            at++;
        }
        return at;
    }

    /** The end without the blanks before it. */
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
