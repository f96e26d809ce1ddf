package sprout.http;

import java.nio.charset.StandardCharsets;

/** The header fields that decide where a request ends and what becomes of its connection. */
final class FramingFields {
    /** More digits than any body has; keeps the sum below from overflowing. */
    private static final int MAX_LENGTH_DIGITS = 18;

    private FramingFields() {}

    /** Takes note of the field added last; looks at the length of its name first, because most fields are none of these. */
    static void note(RequestHead head, byte[] bytes, int start) {
        HttpHeaders headers = head.headers;
        int field = headers.size() - 1;
        int name = start + headers.nameStart(field);
        int value = start + headers.valueStart(field);
        int valueEnd = start + headers.valueEnd(field);
        switch (headers.nameEnd(field) - headers.nameStart(field)) {
            case 4 -> {
                if (Ascii.equalsIgnoreCase(bytes, name, "host")) {
                    host(head, bytes, value, valueEnd);
                }
            }
            case 6 -> {
                if (Ascii.equalsIgnoreCase(bytes, name, "expect")) {
                    expect(head, bytes, value, valueEnd);
                }
            }
            case 10 -> {
                if (Ascii.equalsIgnoreCase(bytes, name, "connection")) {
                    connection(head, bytes, value, valueEnd);
                }
            }
            case 14 -> {
                if (Ascii.equalsIgnoreCase(bytes, name, "content-length")) {
                    contentLength(head, bytes, value, valueEnd);
                }
            }
            case 17 -> {
                if (Ascii.equalsIgnoreCase(bytes, name, "transfer-encoding")) {
                    transferEncoding(head, bytes, value, valueEnd);
                }
            }
            default -> {}
        }
    }

    private static void host(RequestHead head, byte[] bytes, int from, int to) {
        if (head.hostSeen) {
            throw HttpRequestParser.bad("there is more than one Host header");
        }
        if (!HostSyntax.isValid(bytes, from, to)) {
            throw HttpRequestParser.bad("the Host header is no host with an optional port");
        }
        head.hostSeen = true;
    }

    private static void expect(RequestHead head, byte[] bytes, int from, int to) {
        if (to - from != 12 || !Ascii.equalsIgnoreCase(bytes, from, "100-continue")) {
            throw new HttpException(417, "the only expectation known here is 100-continue");
        }
        head.expectContinue = true;
    }

    /** RFC 9110 section 8.6. A list or a second field is refused even if its members agree: nobody honest sends it. */
    private static void contentLength(RequestHead head, byte[] bytes, int from, int to) {
        if (head.contentLength >= 0) {
            throw HttpRequestParser.bad("there is more than one Content-Length");
        }
        if (from == to || to - from > MAX_LENGTH_DIGITS) {
            throw HttpRequestParser.bad("the Content-Length is empty or too long");
        }
        long length = 0;
        for (int at = from; at < to; at++) {
            int digit = bytes[at] - '0';
            if (digit < 0 || digit > 9) {
                throw HttpRequestParser.bad("the Content-Length is not a number");
            }
            length = length * 10 + digit;
        }
        head.contentLength = length;
    }

    /** RFC 9112 sections 6.1 and 6.3: chunked must be last and alone; other codings before it are not implemented. */
    private static void transferEncoding(RequestHead head, byte[] bytes, int from, int to) {
        if (head.transferEncodingSeen) {
            throw HttpRequestParser.bad("there is more than one Transfer-Encoding");
        }
        head.transferEncodingSeen = true;
        head.chunked = to - from == 7 && Ascii.equalsIgnoreCase(bytes, from, "chunked");
        if (!head.chunked) {
            throw otherCoding(new String(bytes, from, to - from, StandardCharsets.ISO_8859_1));
        }
    }

    private static HttpException otherCoding(String value) {
        int comma = value.lastIndexOf(',');
        boolean chunkedLast = comma > 0 && value.substring(comma + 1).strip().equalsIgnoreCase("chunked");
        boolean chunkedTwice = comma > 0 && value.regionMatches(true, 0, "chunked", 0, 7);
        return chunkedLast && !chunkedTwice
                ? new HttpException(501, "the only transfer coding known here is chunked")
                : HttpRequestParser.bad("the Transfer-Encoding does not end with chunked once");
    }

    private static void connection(RequestHead head, byte[] bytes, int from, int to) {
        int at = from;
        while (at < to) {
            int comma = at;
            while (comma < to && bytes[comma] != ',') {
                comma++;
            }
            connectionOption(head, bytes, at, comma);
            at = comma + 1;
        }
    }

    private static void connectionOption(RequestHead head, byte[] bytes, int from, int to) {
        int start = from;
        int end = to;
        while (start < end && FieldLine.isBlank(bytes[start])) {
            start++;
        }
        while (end > start && FieldLine.isBlank(bytes[end - 1])) {
            end--;
        }
        if (end - start == 5 && Ascii.equalsIgnoreCase(bytes, start, "close")) {
            head.close = true;
        } else if (end - start == 10 && Ascii.equalsIgnoreCase(bytes, start, "keep-alive")) {
            head.keepAliveAsked = true;
        }
    }
}
