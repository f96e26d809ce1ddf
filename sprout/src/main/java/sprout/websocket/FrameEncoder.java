package sprout.websocket;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Writes frames of a server: final, not masked, in the shortest form (RFC 6455 section 5). Pure functions. */
final class FrameEncoder {
    /** Smaller payloads are copied behind their header, so that a frame is one buffer. */
    private static final int COPIED = 4 * 1024;

    private FrameEncoder() {}

    /** A frame ready to be sent; a large payload is not copied. */
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

    /** A close frame; empty for {@link CloseReason#NO_STATUS}. */
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
