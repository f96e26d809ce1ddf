package sprout.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The grammar of RFC 6455 section 5; every case also split at every byte and fed byte by byte. */
final class FrameParserTest {
    private static final int LIMIT = 70_000;

    private static final class Recorder implements FrameParser.Sink {
        final List<String> events = new ArrayList<>();
        boolean open = true;

        @Override
        public boolean text(String text) {
            events.add("text " + shorten(text));
            return open;
        }

        @Override
        public boolean binary(byte[] bytes) {
            events.add("binary " + shorten(HexFormat.of().formatHex(bytes)));
            return open;
        }

        @Override
        public void ping(byte[] payload) {
            events.add("ping " + HexFormat.of().formatHex(payload));
        }

        @Override
        public boolean pong(byte[] payload) {
            events.add("pong " + HexFormat.of().formatHex(payload));
            return open;
        }

        @Override
        public void close(CloseReason reason) {
            events.add("close " + reason.code() + " " + reason.reason());
        }

        private static String shorten(String text) {
            return text.length() <= 50 ? text : text.length() + "#" + text.hashCode();
        }
    }

    static Stream<Arguments> conversations() {
        byte[] half = new byte[30_000];
        Arrays.fill(half, (byte) 'a');
        String whole = "a".repeat(60_000);
        return Stream.of(
                accepted("an empty text (5.6)", Frames.text(""), "text "),
                accepted("a text of one byte", Frames.text("x"), "text x"),
                accepted("two, three and four bytes of UTF-8", Frames.text("é€😀"), "text é€😀"),
                accepted("an empty binary message", Frames.binary(new byte[0]), "binary "),
                accepted("125 bytes, the longest short length (5.2)", Frames.text("b".repeat(125)), big("b", 125)),
                accepted("126 bytes, the shortest 16-bit length", Frames.text("b".repeat(126)), big("b", 126)),
                accepted("65535 bytes, the longest 16-bit length", Frames.text("b".repeat(65_535)), big("b", 65_535)),
                accepted("65536 bytes, the shortest 64-bit length", Frames.text("b".repeat(65_536)), big("b", 65_536)),
                accepted(
                        "a message in three frames (5.4)",
                        Frames.join(
                                Frames.frame(0x01, Frames.utf8("a")),
                                Frames.frame(0x00, Frames.utf8("b")),
                                Frames.frame(0x80, Frames.utf8("c"))),
                        "text abc"),
                accepted(
                        "empty frames within a message",
                        Frames.join(
                                Frames.frame(0x02, new byte[0]),
                                Frames.frame(0x00, new byte[0]),
                                Frames.frame(0x80, new byte[] {7})),
                        "binary 07"),
                accepted(
                        "control frames between those of a message",
                        Frames.join(
                                Frames.frame(0x01, Frames.utf8("a")),
                                Frames.ping(new byte[] {1}),
                                Frames.pong(new byte[] {2}),
                                Frames.frame(0x80, Frames.utf8("b"))),
                        "ping 01",
                        "pong 02",
                        "text ab"),
                accepted(
                        "a character in two frames (8.1)",
                        Frames.join(Frames.frame(0x01, Frames.hex("e2 82")), Frames.frame(0x80, Frames.hex("ac"))),
                        "text €"),
                accepted(
                        "large frames of one message",
                        Frames.join(Frames.frame(0x01, half), Frames.frame(0x80, half)),
                        big("a", whole.length())),
                accepted(
                        "two messages",
                        Frames.join(Frames.text("1"), Frames.binary(new byte[] {2})),
                        "text 1",
                        "binary 02"),
                accepted("a ping of 125 bytes (5.5)", Frames.ping(new byte[125]), "ping " + "00".repeat(125)),
                accepted("a close without code (5.5.1)", Frames.closeWithoutCode(), "close 1005 "),
                accepted("a close with code and reason", Frames.close(1000, "bye é"), "close 1000 bye é"),
                accepted(
                        "nothing behind a close",
                        Frames.join(Frames.close(3000, ""), Frames.text("late"), Frames.hex("ffff")),
                        "close 3000 "));
    }

    private static Arguments accepted(String name, byte[] bytes, String... events) {
        return Arguments.of(name, bytes, List.of(events));
    }

    private static String big(String letter, int count) {
        return "text " + Recorder.shorten(letter.repeat(count));
    }

    static Stream<Arguments> violations() {
        return Stream.of(
                refused("a frame without mask (5.1)", Frames.unmasked(0x81, Frames.utf8("a")), 1002),
                refused("reserved bit 1 (5.2)", Frames.frame(0xc1, new byte[0]), 1002),
                refused("reserved bit 2", Frames.frame(0xa1, new byte[0]), 1002),
                refused("reserved bit 3", Frames.frame(0x91, new byte[0]), 1002),
                refused("opcode 3", Frames.frame(0x83, new byte[0]), 1002),
                refused("opcode 7", Frames.frame(0x87, new byte[0]), 1002),
                refused("opcode 11", Frames.frame(0x8b, new byte[0]), 1002),
                refused("opcode 15", Frames.frame(0x8f, new byte[0]), 1002),
                refused("a ping of 126 bytes (5.5)", Frames.ping(new byte[126]), 1002),
                refused("a fragmented ping", Frames.frame(0x09, new byte[0]), 1002),
                refused("a fragmented close", Frames.frame(0x08, new byte[0]), 1002),
                refused("a continuation of nothing (5.4)", Frames.frame(0x80, new byte[0]), 1002),
                refused(
                        "a new message within another",
                        Frames.join(Frames.frame(0x01, new byte[0]), Frames.text("b")),
                        1002),
                refused(
                        "a continuation after the end",
                        Frames.join(Frames.text("a"), Frames.frame(0x00, new byte[0])),
                        1002),
                refused("a 16-bit length below 126 (5.2)", Frames.hex("81fe 007d 00000000"), 1002),
                refused("a 64-bit length below 65536", Frames.hex("82ff 000000000000ffff 00000000"), 1002),
                refused("a negative length", Frames.hex("82ff 8000000000000000 00000000"), 1002),
                refused("a frame over the limit", Frames.hex("82ff 0000000100000000 00000000"), 1009),
                refused("a frame one over the limit", Frames.hex("82ff 0000000000011171 00000000"), 1009),
                refused(
                        "frames that are over the limit together",
                        Frames.join(Frames.frame(0x02, new byte[40_000]), Frames.frame(0x80, new byte[40_000])),
                        1009),
                refused("a close of one byte (5.5.1)", Frames.frame(0x88, new byte[] {3}), 1002),
                refused("a close whose reason is not UTF-8", Frames.close(1000, Frames.hex("ff")), 1007),
                refused("a close whose reason ends within a character", Frames.close(1000, Frames.hex("e282")), 1007),
                refused("text with a stray continuation byte (8.1)", Frames.frame(0x81, Frames.hex("80")), 1007),
                refused("text with an overlong slash", Frames.frame(0x81, Frames.hex("c0af")), 1007),
                refused("text with an overlong slash of three bytes", Frames.frame(0x81, Frames.hex("e080af")), 1007),
                refused("text with a surrogate", Frames.frame(0x81, Frames.hex("eda080")), 1007),
                refused("text beyond U+10FFFF", Frames.frame(0x81, Frames.hex("f4908080")), 1007),
                refused("text with byte FE", Frames.frame(0x81, Frames.hex("fe")), 1007),
                refused("text that ends within a character", Frames.frame(0x81, Frames.hex("61e282")), 1007),
                refused("a first frame of bad text, before the last", Frames.frame(0x01, Frames.hex("61c0")), 1007));
    }

    private static Arguments refused(String name, byte[] bytes, int code) {
        return Arguments.of(name, bytes, code);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("conversations")
    void understands(String name, byte[] bytes, List<String> events) throws ViolationException {
        assertThat(parse(bytes)).isEqualTo(events);
        assertThat(parse(bytes, 1)).as("byte by byte").isEqualTo(events);
        for (int split = 1; split < Math.min(bytes.length, 300); split++) {
            byte[] head = Arrays.copyOf(bytes, split);
            byte[] tail = Arrays.copyOfRange(bytes, split, bytes.length);
            assertThat(parse(head, tail)).as("split at " + split).isEqualTo(events);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("violations")
    void refuses(String name, byte[] bytes, int code) {
        violates(code, bytes);
        for (int split = 1; split < Math.min(bytes.length, 300); split++) {
            violates(code, Arrays.copyOf(bytes, split), Arrays.copyOfRange(bytes, split, bytes.length));
        }
    }

    @Test
    void takesExactlyTheCodesThatMayBeSent() {
        for (int code = 0; code <= 0xffff; code++) {
            int sent = code;
            boolean allowed =
                    (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) || (code >= 3000 && code <= 4999);
            if (!allowed) {
                violates(CloseReason.PROTOCOL_ERROR, Frames.close(sent, ""));
            } else {
                try {
                    assertThat(parse(Frames.close(sent, ""))).containsExactly("close " + sent + " ");
                } catch (ViolationException e) {
                    throw new AssertionError("code " + sent, e);
                }
            }
        }
    }

    @Test
    void refusesBadTextWithTheFirstByteThatIsWrong() throws ViolationException {
        byte[] frame = Frames.frame(0x01, Frames.hex("cebae1bdb9cf83cebcceb5 f4 90 8080 656469746564"));
        FrameParser parser = new FrameParser(new Recorder(), LIMIT);
        int good = frame.length - 9;
        parser.parse(ByteBuffer.wrap(frame, 0, good));
        assertThatThrownBy(() -> parser.parse(ByteBuffer.wrap(frame, good, 1)))
                .isInstanceOfSatisfying(
                        ViolationException.class, e -> assertThat(e.code()).isEqualTo(CloseReason.INVALID_DATA));
    }

    @Test
    void stopsBehindAMessageOrPongWhenNoMoreIsWantedAndGoesOnLater() throws ViolationException {
        Recorder recorder = new Recorder();
        recorder.open = false;
        FrameParser parser = new FrameParser(recorder, LIMIT);
        ByteBuffer bytes = ByteBuffer.wrap(Frames.join(Frames.text("1"), Frames.pong(new byte[0]), Frames.text("2")));
        parser.parse(bytes);
        assertThat(recorder.events).containsExactly("text 1");
        parser.parse(bytes);
        assertThat(recorder.events).containsExactly("text 1", "pong ");
        parser.parse(bytes);
        assertThat(recorder.events).containsExactly("text 1", "pong ", "text 2");
    }

    @Test
    void takesNoMemoryForWhatIsOnlyAnnounced() throws ViolationException {
        Message message = new Message();
        message.append(ByteBuffer.wrap(new byte[10]), 10, 1_000_000_000);
        assertThat(message.array().length).isLessThanOrEqualTo(2 * 1024);
    }

    @Test
    void agreesWithTheJdkAboutRandomText() {
        Random random = new Random(20261121);
        for (int i = 0; i < 200_000; i++) {
            byte[] bytes = new byte[1 + random.nextInt(12)];
            for (int j = 0; j < bytes.length; j++) {
                bytes[j] = (byte) (random.nextInt(4) == 0 ? random.nextInt(256) : 0x80 | random.nextInt(128));
            }
            Utf8Validator validator = new Utf8Validator();
            int split = random.nextInt(bytes.length + 1);
            boolean valid = validator.accept(bytes, 0, split)
                    && validator.accept(bytes, split, bytes.length)
                    && validator.complete();
            assertThat(valid).as(HexFormat.of().formatHex(bytes)).isEqualTo(isUtf8(bytes));
        }
    }

    private static boolean isUtf8(byte[] bytes) {
        try {
            java.nio.charset.StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (java.nio.charset.CharacterCodingException e) {
            return false;
        }
    }

    private static void violates(int code, byte[]... pieces) {
        assertThatThrownBy(() -> parse(pieces))
                .isInstanceOfSatisfying(
                        ViolationException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    private static List<String> parse(byte[] bytes, int piece) throws ViolationException {
        Recorder recorder = new Recorder();
        FrameParser parser = new FrameParser(recorder, LIMIT);
        for (int at = 0; at < bytes.length; at += piece) {
            parser.parse(ByteBuffer.wrap(bytes, at, Math.min(piece, bytes.length - at)));
        }
        return recorder.events;
    }

    private static List<String> parse(byte[]... pieces) throws ViolationException {
        Recorder recorder = new Recorder();
        FrameParser parser = new FrameParser(recorder, LIMIT);
        for (byte[] piece : pieces) {
            parser.parse(ByteBuffer.wrap(piece));
        }
        return recorder.events;
    }
}
