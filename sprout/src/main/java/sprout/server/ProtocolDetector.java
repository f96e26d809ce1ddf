package sprout.server;

import java.nio.charset.StandardCharsets;

/** Tells from the first bytes of a connection what the client speaks. Pure functions. */
public final class ProtocolDetector {
    /** RFC 9113 section 3.4: what every HTTP/2 client sends first; no HTTP/1.1 request can begin like this. */
    private static final byte[] HTTP_2_PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    /** RFC 8446 section 5.1: the content type of the record that holds a ClientHello, and the major version of all records. */
    private static final int TLS_HANDSHAKE = 0x16;

    private static final int TLS_MAJOR = 3;

    private ProtocolDetector() {}

    /** What a client may speak. */
    public enum Protocol {
        /** The bytes so far fit several of the others. */
        UNDECIDED,
        /** HTTP/1: a method has begun. */
        HTTP_1,
        /** The preface of HTTP/2, which is not served. */
        HTTP_2,
        /** A TLS handshake. */
        TLS,
        /** None of these. */
        UNKNOWN
    }

    /** Judges the bytes from {@code start} to {@code end}, the first of a connection. Call again with more while undecided. */
    public static Protocol detect(byte[] bytes, int start, int end) {
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
        // "PRI * HTTP/2.0" without the rest is a request of an unknown version, which the parser answers.
        return same == most && most < HTTP_2_PREFACE.length
                ? undecidedOrMethod(bytes, start, end)
                : method(bytes, start);
    }

    private static Protocol tls(byte[] bytes, int start, int end) {
        if (end - start < 2) {
            return Protocol.UNDECIDED;
        }
        return bytes[start + 1] == TLS_MAJOR ? Protocol.TLS : Protocol.UNKNOWN;
    }

    private static Protocol undecidedOrMethod(byte[] bytes, int start, int end) {
        return end - start < HTTP_2_PREFACE.length ? Protocol.UNDECIDED : method(bytes, start);
    }

    /** Methods are case-sensitive tokens and registered ones upper-case letters, but others are allowed (RFC 9110 section 9.1). */
    private static Protocol method(byte[] bytes, int start) {
        int c = bytes[start];
        boolean letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        boolean emptyLine = c == '\r' || c == '\n'; // allowed before a request line (RFC 9112 section 2.2)
        return letter || emptyLine ? Protocol.HTTP_1 : Protocol.UNKNOWN;
    }
}
