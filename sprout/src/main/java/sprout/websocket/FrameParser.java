package sprout.websocket;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Parses frames of a client (RFC 6455 section 5) as bytes arrive, in pieces of any size, and joins them to messages.
 * Uses no socket, thread or clock. Not thread-safe.
 *
 * <pre>
 *   HEADER (2 to 14 bytes) ──▶ PAYLOAD of a data frame ─────▶ HEADER of the next frame
 *                        └───▶ PAYLOAD of a control frame ──▶
 * </pre>
 */
final class FrameParser {
    static final int CONTINUATION = 0;
    static final int TEXT = 1;
    static final int BINARY = 2;
    static final int CLOSE = 8;
    static final int PING = 9;
    static final int PONG = 10;

    /** The longest payload of a control frame, in bytes (section 5.5). */
    static final int LONGEST_CONTROL = 125;

    private static final int FIN = 0x80;
    private static final int RESERVED = 0x70;
    private static final int MASKED = 0x80;
    private static final int LENGTH_16 = 126;
    private static final int LENGTH_64 = 127;
    private static final int KEY_BYTES = 4;

    /**
     * Receives messages and control frames. A method that returns a boolean says whether the parser may continue now.
     */
    interface Sink {
        boolean text(String text);

        boolean binary(byte[] bytes);

        void ping(byte[] payload);

        boolean pong(byte[] payload);

        /** The last call. */
        void close(CloseReason reason);
    }

    private final Sink sink;
    private final int maxMessageSize;
    private final byte[] header = new byte[14];
    private final byte[] control = new byte[LONGEST_CONTROL];
    private final Message message = new Message();
    private final Utf8Validator utf8 = new Utf8Validator();
    private int headerSize;
    private int headerNeeded = 2;
    private boolean inPayload;
    private int opcode;
    private boolean fin;
    private int key;
    private long length;
    private long taken;
    private int messageOpcode = CONTINUATION;
    private long completed;
    private boolean ended;

    /** @param maxMessageSize in bytes, all frames of a message together */
    FrameParser(Sink sink, int maxMessageSize) {
        this.sink = sink;
        this.maxMessageSize = maxMessageSize;
    }

    /**
     * Parses bytes until none are left or the sink accepts no more for now. Drops all bytes after a close frame
     * (section 5.5.1).
     *
     * @throws ViolationException if the client broke the protocol; the parser can no longer be used
     */
    void parse(ByteBuffer in) throws ViolationException {
        boolean goOn = true;
        while (goOn && !ended && in.hasRemaining()) {
            goOn = inPayload ? payload(in) : header(in);
        }
        if (ended) {
            in.position(in.limit());
        }
    }

    /** Whether a message or a frame has begun and not ended. */
    boolean inMessage() {
        return messageOpcode != CONTINUATION || headerSize > 0 || inPayload;
    }

    /** The bytes received so far of the message that has not ended. */
    int messageSize() {
        return message.size();
    }

    /** Counts the messages, and the control frames between them, that have ended. */
    long completed() {
        return completed;
    }

    /** The memory in bytes that holds the message. */
    int held() {
        return message.array().length;
    }

    private boolean header(ByteBuffer in) throws ViolationException {
        int count = Math.min(in.remaining(), headerNeeded - headerSize);
        in.get(header, headerSize, count);
        headerSize += count;
        if (headerSize < headerNeeded) {
            return true;
        }
        if (headerNeeded == 2) {
            begin(header[0] & 0xff, header[1] & 0xff);
            return true;
        }
        inPayload = true;
        taken = 0;
        readLengthAndKey();
        return length > 0 || endFrame();
    }

    private void begin(int first, int second) throws ViolationException {
        fin = (first & FIN) != 0;
        opcode = first & 0x0f;
        require((first & RESERVED) == 0, "a reserved bit is set, but no extension was agreed on");
        requireOpcode();
        require((second & MASKED) != 0, "frames of a client must be masked");
        int shortLength = second & 0x7f;
        if (opcode >= CLOSE) {
            require(fin, "a control frame must not be fragmented");
            require(shortLength <= LONGEST_CONTROL, "a control frame is longer than 125 bytes");
        }
        headerNeeded = 2 + KEY_BYTES + (shortLength == LENGTH_16 ? 2 : shortLength == LENGTH_64 ? 8 : 0);
    }

    /** Refuses reserved opcodes, and frames of a message between those of another one (section 5.4). */
    private void requireOpcode() throws ViolationException {
        switch (opcode) {
            case CONTINUATION -> require(messageOpcode != CONTINUATION, "there is no message to continue");
            case TEXT, BINARY -> require(messageOpcode == CONTINUATION, "the message before has not ended");
            case CLOSE, PING, PONG -> {}
            default -> throw new ViolationException(CloseReason.PROTOCOL_ERROR, "opcode " + opcode + " is reserved");
        }
    }

    /**
     * Parses length and key. The most significant bit of a length must be 0, and its shortest form is required (section
     * 5.2).
     */
    private void readLengthAndKey() throws ViolationException {
        ByteBuffer fields = ByteBuffer.wrap(header, 1, headerNeeded - 1);
        int shortLength = fields.get() & 0x7f;
        length = switch (shortLength) {
            case LENGTH_16 -> fields.getShort() & 0xffff;
            case LENGTH_64 -> fields.getLong();
            default -> shortLength;
        };
        require(length >= 0, "the length of a frame is negative");
        require(shortLength != LENGTH_16 || length >= LENGTH_16, "the length of a frame is not in its shortest form");
        require(shortLength != LENGTH_64 || length > 0xffff, "the length of a frame is not in its shortest form");
        key = fields.getInt();
        if (opcode < CLOSE) {
            beginData();
        }
    }

    private void beginData() throws ViolationException {
        if (opcode != CONTINUATION) {
            messageOpcode = opcode;
        }
        if (length > maxMessageSize - message.size()) {
            throw new ViolationException(
                    CloseReason.TOO_BIG, "a message may have at most " + maxMessageSize + " bytes");
        }
    }

    private boolean payload(ByteBuffer in) throws ViolationException {
        int count = (int) Math.min(in.remaining(), length - taken);
        if (opcode >= CLOSE) {
            in.get(control, (int) taken, count);
            Mask.apply(control, (int) taken, (int) taken + count, key, taken);
        } else {
            data(in, count);
        }
        taken += count;
        return taken < length || endFrame();
    }

    private void data(ByteBuffer in, int count) throws ViolationException {
        int from = message.size();
        message.append(in, count, length - taken);
        Mask.apply(message.array(), from, message.size(), key, taken);
        if (messageOpcode == TEXT && !utf8.accept(message.array(), from, message.size())) {
            throw new ViolationException(CloseReason.INVALID_DATA, "a text message is not UTF-8");
        }
    }

    private boolean endFrame() throws ViolationException {
        inPayload = false;
        headerSize = 0;
        headerNeeded = 2;
        if (opcode >= CLOSE) {
            // A control frame within a message is not progress of that message.
            completed += messageOpcode == CONTINUATION ? 1 : 0;
            return endControl(Arrays.copyOf(control, (int) length));
        }
        return !fin || endMessage();
    }

    private boolean endMessage() throws ViolationException {
        int kind = messageOpcode;
        messageOpcode = CONTINUATION;
        completed++;
        if (kind == BINARY) {
            return sink.binary(message.take());
        }
        if (!utf8.complete()) {
            throw new ViolationException(CloseReason.INVALID_DATA, "a text message ends within a character");
        }
        String text = new String(message.array(), 0, message.size(), StandardCharsets.UTF_8);
        message.reset();
        return sink.text(text);
    }

    private boolean endControl(byte[] payload) throws ViolationException {
        switch (opcode) {
            case PING -> sink.ping(payload);
            case PONG -> {
                return sink.pong(payload);
            }
            default -> {
                CloseReason reason = closeReason(payload);
                ended = true;
                sink.close(reason);
            }
        }
        return true;
    }

    /** Parses the payload of a close frame (sections 5.5.1 and 7.4). */
    private static CloseReason closeReason(byte[] payload) throws ViolationException {
        if (payload.length == 0) {
            return new CloseReason(CloseReason.NO_STATUS, "");
        }
        require(payload.length >= 2, "the status code of a close has only one byte");
        int code = (payload[0] & 0xff) << 8 | (payload[1] & 0xff);
        require(CloseReason.isSendable(code), "the status code " + code + " must not be sent");
        Utf8Validator reason = new Utf8Validator();
        if (!reason.accept(payload, 2, payload.length) || !reason.complete()) {
            throw new ViolationException(CloseReason.INVALID_DATA, "the reason of a close is not UTF-8");
        }
        return new CloseReason(code, new String(payload, 2, payload.length - 2, StandardCharsets.UTF_8));
    }

    private static void require(boolean condition, String otherwise) throws ViolationException {
        if (!condition) {
            throw new ViolationException(CloseReason.PROTOCOL_ERROR, otherwise);
        }
    }
}
