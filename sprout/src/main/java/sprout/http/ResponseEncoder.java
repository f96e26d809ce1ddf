package sprout.http;

import java.nio.charset.StandardCharsets;

/** Writes heads of responses and the framing of chunks into arrays (RFC 9112 sections 4 and 7.1). Pure functions. */
public final class ResponseEncoder {
    /** As the length of a body: it is sent in chunks. */
    public static final long CHUNKED = -1;
    /** As the length of a body: no framing field is sent, because the body is absent or ends with the connection. */
    public static final long UNFRAMED = -2;

    /** The bytes before the data of a chunk of less than 2^16 bytes: four digits and CRLF. */
    public static final int CHUNK_PREFIX = 6;

    private static final byte[] DATE = ascii("Date: ");
    private static final byte[] LENGTH = ascii("Content-Length: ");
    private static final byte[] CHUNKED_LINE = ascii("Transfer-Encoding: chunked\r\n");
    private static final byte[] CLOSE_LINE = ascii("Connection: close\r\n");
    private static final byte[] UPGRADE_LINE = ascii("Connection: Upgrade\r\n");
    private static final byte[] KEEP_ALIVE_LINE = ascii("Connection: keep-alive\r\n");
    private static final byte[] HEX = ascii("0123456789abcdef");
    /** More than the status line, date, framing, connection and empty line need together. */
    private static final int FIXED_BYTES = 256;

    private ResponseEncoder() {}

    /** Selects the Connection field. */
    public enum Persistence {
        /** No field: in HTTP/1.1 the connection stays open by default. */
        KEEP,
        /** The connection stays open, which an HTTP/1.0 client must be told. */
        KEEP_TOLD,
        CLOSE
    }

    /** The most bytes that {@link #head} can write for this head. */
    public static int maxLength(ResponseHead head) {
        int length = FIXED_BYTES;
        for (int field = 0; field < head.size(); field++) {
            length += head.name(field).length() + head.value(field).length() + 4;
        }
        return length;
    }

    /**
     * Writes a head from {@code at} on, where {@link #maxLength} bytes must be free.
     *
     * @param bodyLength in bytes, or {@link #CHUNKED} or {@link #UNFRAMED}
     * @param date the value of the Date field; unused if the head has one
     * @return the position after the head
     */
    public static int head(
            ResponseHead head, long bodyLength, Persistence persistence, byte[] date, byte[] out, int at) {
        int end = put(HttpStatus.line(head.status()), out, at);
        boolean dated = false;
        for (int field = 0; field < head.size(); field++) {
            String name = head.name(field);
            dated |= name.length() == 4 && name.equalsIgnoreCase("Date");
            end = field(name, head.value(field), out, end);
        }
        if (!dated) {
            end = line(put(date, out, put(DATE, out, end)), out);
        }
        end = framing(bodyLength, out, end);
        return line(persistence(persistence, out, end), out);
    }

    /**
     * Writes the head of {@code 101 Switching Protocols} from {@code at} on, where {@link #maxLength} bytes and the
     * length of the protocol's name must be free.
     *
     * @return the position after the head
     */
    public static int switchingProtocols(ResponseHead head, String protocol, byte[] out, int at) {
        int end = put(HttpStatus.line(101), out, at);
        end = field("Upgrade", protocol, out, end);
        end = put(UPGRADE_LINE, out, end);
        for (int field = 0; field < head.size(); field++) {
            end = field(head.name(field), head.value(field), out, end);
        }
        return line(end, out);
    }

    /**
     * Writes the size of a chunk and CRLF from {@code at} on, at most {@link #CHUNK_PREFIX} bytes.
     *
     * @param size of the data, 1 to 65535 bytes
     * @return the position after them
     */
    public static int chunkPrefix(int size, byte[] out, int at) {
        int end = at + (35 - Integer.numberOfLeadingZeros(size)) / 4;
        for (int rest = size, digit = end; rest > 0; rest >>>= 4) {
            out[--digit] = HEX[rest & 15];
        }
        return line(end, out);
    }

    /**
     * Writes CRLF at {@code at}.
     *
     * @return the position after it
     */
    public static int line(int at, byte[] out) {
        out[at] = '\r';
        out[at + 1] = '\n';
        return at + 2;
    }

    private static int framing(long bodyLength, byte[] out, int at) {
        if (bodyLength >= 0) {
            return line(number(bodyLength, out, put(LENGTH, out, at)), out);
        }
        return bodyLength == CHUNKED ? put(CHUNKED_LINE, out, at) : at;
    }

    private static int persistence(Persistence persistence, byte[] out, int at) {
        return switch (persistence) {
            case KEEP -> at;
            case KEEP_TOLD -> put(KEEP_ALIVE_LINE, out, at);
            case CLOSE -> put(CLOSE_LINE, out, at);
        };
    }

    private static int field(String name, String value, byte[] out, int at) {
        int end = latin1(name, out, at);
        out[end++] = ':';
        out[end++] = ' ';
        return line(latin1(value, out, end), out);
    }

    /**
     * Uses the deprecated method because it allocates nothing. It drops the high bytes, which are zero: that was
     * checked when the field was set.
     */
    @SuppressWarnings("deprecation")
    private static int latin1(String text, byte[] out, int at) {
        text.getBytes(0, text.length(), out, at);
        return at + text.length();
    }

    private static int number(long value, byte[] out, int at) {
        int digits = 1;
        for (long rest = value; rest >= 10; rest /= 10) {
            digits++;
        }
        long rest = value;
        for (int i = at + digits - 1; i >= at; i--) {
            out[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        return at + digits;
    }

    private static int put(byte[] bytes, byte[] out, int at) {
        System.arraycopy(bytes, 0, out, at, bytes.length);
        return at + bytes.length;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
