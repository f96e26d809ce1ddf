package sprout.websocket;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Frames of a client, also wrong ones, as bytes. */
public final class Frames {
    private static final int KEY = 0x37fa213d;

    private Frames() {}

    public static byte[] text(String text) {
        return frame(0x81, utf8(text));
    }

    static byte[] binary(byte[] bytes) {
        return frame(0x82, bytes);
    }

    public static byte[] ping(byte[] payload) {
        return frame(0x89, payload);
    }

    static byte[] pong(byte[] payload) {
        return frame(0x8a, payload);
    }

    static byte[] close(int code, String reason) {
        return close(code, utf8(reason));
    }

    static byte[] close(int code, byte[] reason) {
        return frame(
                0x88,
                ByteBuffer.allocate(2 + reason.length)
                        .putShort((short) code)
                        .put(reason)
                        .array());
    }

    static byte[] closeWithoutCode() {
        return frame(0x88, new byte[0]);
    }

    /**
     * Returns a frame with a mask.
     *
     * @param first FIN, reserved bits and opcode
     */
    public static byte[] frame(int first, byte[] payload) {
        ByteBuffer frame = ByteBuffer.allocate(14 + payload.length).put((byte) first);
        if (payload.length < 126) {
            frame.put((byte) (0x80 | payload.length));
        } else if (payload.length <= 0xffff) {
            frame.put((byte) (0x80 | 126)).putShort((short) payload.length);
        } else {
            frame.put((byte) (0x80 | 127)).putLong(payload.length);
        }
        byte[] masked = payload.clone();
        Mask.apply(masked, 0, masked.length, KEY, 0);
        frame.putInt(KEY).put(masked);
        byte[] bytes = new byte[frame.position()];
        frame.flip().get(bytes);
        return bytes;
    }

    static byte[] unmasked(int first, byte[] payload) {
        return ByteBuffer.allocate(2 + payload.length)
                .put((byte) first)
                .put((byte) payload.length)
                .put(payload)
                .array();
    }

    static byte[] join(byte[]... parts) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            joined.writeBytes(part);
        }
        return joined.toByteArray();
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** From hexadecimal digits. */
    public static byte[] hex(String digits) {
        return java.util.HexFormat.of().parseHex(digits.replace(" ", ""));
    }
}
