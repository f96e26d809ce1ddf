package sprout.websocket;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Validates text piece by piece, and finds the first byte that cannot be part of UTF-8 (RFC 3629 section 4) as soon as
 * it arrives. Not thread-safe.
 */
final class Utf8Validator {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long HIGH_BITS = 0x8080808080808080L;

    /** The number of continuation bytes still expected; the next one must be in {@code lowest} to {@code highest}. */
    private int expected;

    private int lowest;
    private int highest;

    /** Validates further bytes; returns false if the text is invalid, no matter what follows. */
    boolean accept(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to) {
            if (expected == 0) {
                at = skipAscii(bytes, at, to);
                if (at < to && !lead(bytes[at++] & 0xff)) {
                    return false;
                }
            } else if (!continuation(bytes[at++] & 0xff)) {
                return false;
            }
        }
        return true;
    }

    /** Whether the text may end here, not within a character. */
    boolean complete() {
        return expected == 0;
    }

    private static int skipAscii(byte[] bytes, int from, int to) {
        int at = from;
        while (at + Long.BYTES <= to && ((long) LONGS.get(bytes, at) & HIGH_BITS) == 0) {
            at += Long.BYTES;
        }
        while (at < to && bytes[at] >= 0) {
            at++;
        }
        return at;
    }

    /**
     * Starts a sequence. For some lead bytes the second byte has a smaller range, which excludes overlong forms,
     * surrogates and code points beyond U+10FFFF.
     */
    private boolean lead(int b) {
        if (b < 0xc2 || b > 0xf4) {
            return false;
        }
        expected = b < 0xe0 ? 1 : b < 0xf0 ? 2 : 3;
        lowest = b == 0xe0 ? 0xa0 : b == 0xf0 ? 0x90 : 0x80;
        highest = b == 0xed ? 0x9f : b == 0xf4 ? 0x8f : 0xbf;
        return true;
    }

    private boolean continuation(int b) {
        if (b < lowest || b > highest) {
            return false;
        }
        expected--;
        lowest = 0x80;
        highest = 0xbf;
        return true;
    }
}
