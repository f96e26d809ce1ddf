package sprout.websocket;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Applies the mask of RFC 6455 section 5.3, eight bytes at a time. */
final class Mask {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private Mask() {}

    /**
     * Unmasks bytes in place. Masking is the same operation.
     *
     * @param key in network byte order
     * @param position the index of the first byte in the payload of its frame
     */
    static void apply(byte[] bytes, int from, int to, int key, long position) {
        int turned = Integer.rotateLeft(key, 8 * (int) (position & 3));
        long wide = ((long) turned << 32) | (turned & 0xffffffffL);
        int at = from;
        for (; at + Long.BYTES <= to; at += Long.BYTES) {
            LONGS.set(bytes, at, (long) LONGS.get(bytes, at) ^ wide);
        }
        for (int shift = 24; at < to; at++) {
            bytes[at] ^= (byte) (turned >>> shift);
            shift = shift == 0 ? 24 : shift - 8;
        }
    }
}
