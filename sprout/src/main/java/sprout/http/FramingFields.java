package sprout.http;

/** Parses the header fields that decide where a request ends and whether its connection continues. */
final class FramingFields {
    /** More digits than any body length needs, and few enough that the sum below cannot overflow. */
    private static final int MAX_LENGTH_DIGITS = 18;

    private FramingFields() {}

    /**
     * Evaluates the last added field. Compares the length of its name first, because most fields are not framing
     * fields.
     */
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
            throw HttpRequestParser.bad("the Host header is not a host with an optional port");
        }
        head.hostSeen = true;
    }

    /** Parses a list of expectations (RFC 9110 section 10.1.1), which must not be empty. */
    private static void expect(RequestHead head, byte[] bytes, int from, int to) {
        head.expectContinue = false;
        eachMember(head, bytes, from, to, FramingFields::expectation);
        if (!head.expectContinue) {
            throw otherExpectation();
        }
    }

    private static void expectation(RequestHead head, byte[] bytes, int from, int to) {
        if (to - from != 12 || !Ascii.equalsIgnoreCase(bytes, from, "100-continue")) {
            throw otherExpectation();
        }
        head.expectContinue = true;
    }

    private static HttpException otherExpectation() {
        return new HttpException(417, "the only expectation known here is 100-continue");
    }

    /**
     * Parses a length in bytes (RFC 9110 section 8.6). A list or a second field is refused even if all values agree,
     * because no correct client sends it.
     */
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

    /**
     * Parses a list of codings (RFC 9112 section 6.1). Several lines are one list (RFC 9110 section 5.3). The end of
     * the body is known only if chunked is the last member, so anything after it is refused immediately, even an empty
     * member.
     */
    private static void transferEncoding(RequestHead head, byte[] bytes, int from, int to) {
        head.transferEncodingSeen = true;
        int at = from;
        do {
            int comma = endOfMember(bytes, at, to);
            transferCoding(head, bytes, FieldLine.skipBlanks(bytes, at, comma), comma);
            at = comma + 1;
        } while (at <= to);
    }

    private static void transferCoding(RequestHead head, byte[] bytes, int from, int to) {
        int end = FieldLine.dropBlanks(bytes, from, to);
        if (head.chunked || FieldLine.endOfToken(bytes, from, end) == from) {
            throw HttpRequestParser.bad("the Transfer-Encoding does not end with chunked once");
        }
        head.chunked = end - from == 7 && Ascii.equalsIgnoreCase(bytes, from, "chunked");
        head.otherCoding |= !head.chunked;
    }

    private static void connection(RequestHead head, byte[] bytes, int from, int to) {
        eachMember(head, bytes, from, to, FramingFields::connectionOption);
    }

    private static void connectionOption(RequestHead head, byte[] bytes, int from, int to) {
        int length = to - from;
        if (length == 5 && Ascii.equalsIgnoreCase(bytes, from, "close")) {
            head.close = true;
        } else if (length == 10 && Ascii.equalsIgnoreCase(bytes, from, "keep-alive")) {
            head.keepAliveAsked = true;
        }
    }

    /** Takes a member of a list, without the blanks around it. */
    @FunctionalInterface
    private interface Member {
        void take(RequestHead head, byte[] bytes, int from, int to);
    }

    /** Passes on all members of a list but the empty ones, which are ignored (RFC 9110 section 5.6.1.2). */
    private static void eachMember(RequestHead head, byte[] bytes, int from, int to, Member member) {
        int at = from;
        while (at < to) {
            int comma = endOfMember(bytes, at, to);
            int start = FieldLine.skipBlanks(bytes, at, comma);
            int end = FieldLine.dropBlanks(bytes, start, comma);
            if (start < end) {
                member.take(head, bytes, start, end);
            }
            at = comma + 1;
        }
    }

    private static int endOfMember(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && bytes[at] != ',') {
            at++;
        }
        return at;
    }
}
