package sprout.server;

import java.nio.charset.StandardCharsets;

/** Detects from the first bytes of a connection which protocol the client speaks. Pure functions. */
final class ProtocolDetector {
    /** What every HTTP/2 client sends first (RFC 9113 section 3.4); no HTTP/1.1 request can begin like this. */
    private static final byte[] HTTP_2_PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    /**
     * The content type of the record with a ClientHello (RFC 8446 section 5.1); the next constant is the major version
     * of all records.
     */
    private static final int TLS_HANDSHAKE = 0x16;

    private static final int TLS_MAJOR = 3;

    private ProtocolDetector() {}

    /** The protocols that can be distinguished. */
    enum Protocol {
        /** The bytes so far fit several protocols. */
        UNDECIDED,
        /** HTTP/1: the bytes begin with a method. */
        HTTP_1,
        /** HTTP/2, which is not served: the bytes begin with its preface. */
        HTTP_2,
        /** A TLS handshake. */
        TLS,
        /** None of these. */
        UNKNOWN
    }

    /**
     * Detects the protocol of the bytes from {@code start} to {@code end}, the first ones of a connection. While the
     * result is {@link Protocol#UNDECIDED}, call this again with more bytes.
     */
    static Protocol detect(byte[] bytes, int start, int end) {
        if (start == end) {
            return Protocol.UNDECIDED;
        }
        if (bytes[start] == TLS_HANDSHAKE) {
            return tls(bytes, start, end);
        }
        int same = 0;
        int most = Math.min(end - start, HTTP_2_PREFACE.length);
        while (same < most && bytes[start + same] == HTTP_2_PREFACE[same]) {
            same++;
        }
        if (same == HTTP_2_PREFACE.length) {
            return Protocol.HTTP_2;
        }
        // "PRI * HTTP/2.0" without the rest of the preface is a request of an unknown version, which the parser
        // refuses.
        return same == most && most < HTTP_2_PREFACE.length ? Protocol.UNDECIDED : method(bytes, start);
    }

    private static Protocol tls(byte[] bytes, int start, int end) {
        if (end - start < 2) {
            return Protocol.UNDECIDED;
        }
        return bytes[start + 1] == TLS_MAJOR ? Protocol.TLS : Protocol.UNKNOWN;
    }

    /**
     * Accepts letters of both cases: methods are case-sensitive tokens, and only registered ones are all upper-case
     * (RFC 9110 section 9.1).
     */
    private static Protocol method(byte[] bytes, int start) {
        int c = bytes[start];
        boolean letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        boolean emptyLine = c == '\r' || c == '\n'; // allowed before a request line (RFC 9112 section 2.2)
        return letter || emptyLine ? Protocol.HTTP_1 : Protocol.UNKNOWN;
    }
}
