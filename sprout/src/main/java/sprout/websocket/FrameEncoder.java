package sprout.websocket;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Encodes frames of a server: unfragmented, unmasked, with the shortest length field (RFC 6455 section 5). Pure
 * functions.
 */
final class FrameEncoder {
    /** In bytes. Payloads up to this size are copied behind their header, so that the frame is one buffer. */
    private static final int COPIED = 4 * 1024;

    private FrameEncoder() {}

    /** Encodes a frame. A payload of more than 4 KiB is not copied, so it must not change afterwards. */
    static ByteBuffer[] frame(int opcode, byte[] payload) {
        boolean copied = payload.length <= COPIED;
        ByteBuffer header = ByteBuffer.allocate(10 + (copied ? payload.length : 0));
        header.put((byte) (0x80 | opcode));
        if (payload.length < 126) {
            header.put((byte) payload.length);
        } else if (payload.length <= 0xffff) {
            header.put((byte) 126).putShort((short) payload.length);
        } else {
            header.put((byte) 127).putLong(payload.length);
        }
        if (copied) {
            return new ByteBuffer[] {header.put(payload).flip()};
        }
        return new ByteBuffer[] {header.flip(), ByteBuffer.wrap(payload)};
    }

    /** Encodes a close frame, without payload for {@link CloseReason#NO_STATUS}. */
    static ByteBuffer[] close(CloseReason reason) {
        if (reason.code() == CloseReason.NO_STATUS) {
            return frame(FrameParser.CLOSE, new byte[0]);
        }
        byte[] text = reason.reason().getBytes(StandardCharsets.UTF_8);
        return frame(
                FrameParser.CLOSE,
                ByteBuffer.allocate(2 + text.length)
                        .putShort((short) reason.code())
                        .put(text)
                        .array());
    }
}
