package sprout.websocket;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import sprout.http.Fuzz;
import sprout.server.Simulation;

/**
 * A {@link Simulation} of a WebSocket session: each message is answered in order, nothing follows a close frame, and
 * the session ends with one unless the client itself breaks the connection. The first letter of a text says what the
 * listener does.
 */
public final class SessionFuzz {
    private static final int LIMIT = 1000;
    private static final WebSocketOptions OPTIONS = new WebSocketOptions(
            LIMIT, 2 * LIMIT, Duration.ofSeconds(60), Duration.ofSeconds(30), Duration.ofSeconds(5));
    private static final WebSocketHandshake HANDSHAKE =
            WebSocketHandshake.with(_ -> new Listener()).with(OPTIONS);
    private static final byte[] REQUEST = """
            GET / HTTP/1.1
            Host: test
            Connection: Upgrade
            Upgrade: websocket
            Sec-WebSocket-Version: 13
            Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==

            """.replace("\n", "\r\n").getBytes(StandardCharsets.US_ASCII);
    private static final byte[] BLOCK = new byte[LIMIT];
    private static final int BLOCKS = 20;

    private SessionFuzz() {}

    /** Called by Jazzer and by {@code FuzzCorpusTest}. */
    public static void fuzzerTestOneInput(byte[] data) {
        check(Simulation.run(HANDSHAKE, false, Frames.join(REQUEST, data)));
    }

    private static final class Listener implements WebSocketListener {
        @Override
        public void onText(WebSocketSession session, String text) throws IOException {
            switch (text.isEmpty() ? ' ' : text.charAt(0)) {
                case 'L' -> session.close(4000, "left");
                case 'P' -> session.sendPing(new byte[] {'p'});
                case 'F' -> {
                    for (int i = 0; i < BLOCKS; i++) {
                        session.sendBinary(BLOCK);
                    }
                }
                default -> session.sendText(text);
            }
        }

        @Override
        public void onBinary(WebSocketSession session, byte[] bytes) throws IOException {
            session.sendBinary(bytes);
        }
    }

    /** What the client sent, and what a listener of endless patience answers. */
    private static final class Client implements FrameParser.Sink {
        private final List<String> answers = new ArrayList<>();
        private final List<String> pings = new ArrayList<>();
        private boolean left;
        /** The status code of the close that its bytes ask for; 0 if they ask for none. */
        private int closes;

        Client(byte[] sent) {
            try {
                ByteBuffer frames = ByteBuffer.wrap(sent, REQUEST.length, sent.length - REQUEST.length);
                new FrameParser(this, LIMIT).parse(frames);
            } catch (ViolationException e) {
                closes = e.code();
            }
        }

        private boolean leave() {
            left = true;
            return true;
        }

        private boolean answer(int opcode, byte[] payload, int times) {
            for (int i = 0; i < times && !left; i++) {
                answers.add(describe(opcode, payload));
            }
            return true;
        }

        @Override
        public boolean text(String text) {
            return switch (text.isEmpty() ? ' ' : text.charAt(0)) {
                case 'L' -> leave();
                case 'P' -> true;
                case 'F' -> answer(FrameParser.BINARY, BLOCK, BLOCKS);
                default -> answer(FrameParser.TEXT, Frames.utf8(text), 1);
            };
        }

        @Override
        public boolean binary(byte[] bytes) {
            return answer(FrameParser.BINARY, bytes, 1);
        }

        @Override
        public void ping(byte[] payload) {
            pings.add(describe(FrameParser.PONG, payload));
        }

        @Override
        public boolean pong(byte[] payload) {
            return true;
        }

        @Override
        public void close(CloseReason reason) {
            closes = reason.code();
        }
    }

    private static String describe(int opcode, byte[] payload) {
        return opcode + " " + new String(payload, StandardCharsets.ISO_8859_1);
    }

    /** What the client received. */
    private static final class Server {
        private final List<String> messages = new ArrayList<>();
        private final List<String> pongs = new ArrayList<>();
        private boolean upgraded;
        /** The status code of the close frame; 0 without one. */
        private int closed;

        Server(byte[] received, boolean broken) {
            String text = new String(received, StandardCharsets.ISO_8859_1);
            int head = text.indexOf("\r\n\r\n");
            upgraded = text.startsWith("HTTP/1.1 101 ") && head > 0;
            Fuzz.require(upgraded || broken, "not upgraded: " + text);
            ByteBuffer frames = ByteBuffer.wrap(received);
            frames.position(upgraded ? head + 4 : received.length);
            while (frames.hasRemaining()) {
                Fuzz.require(closed == 0, "bytes after the close frame");
                if (!frame(frames)) {
                    Fuzz.require(broken, "half a frame");
                    return;
                }
            }
        }

        /** Returns false if it is incomplete. */
        private boolean frame(ByteBuffer in) {
            if (in.remaining() < 2) {
                return false;
            }
            int first = in.get() & 0xff;
            int length = in.get() & 0xff;
            Fuzz.require(length <= 126, "masked, or longer than anything here");
            if (length == 126) {
                if (in.remaining() < 2) {
                    return false;
                }
                length = in.getShort() & 0xffff;
                Fuzz.require(length >= 126, "not the shortest length");
            }
            if (in.remaining() < length) {
                return false;
            }
            byte[] payload = new byte[length];
            in.get(payload);
            take(first, payload);
            return true;
        }

        private void take(int first, byte[] payload) {
            int opcode = first & 0x0f;
            Fuzz.require(first == (0x80 | opcode), "a fragment, or reserved bits");
            Fuzz.require(opcode < FrameParser.CLOSE || payload.length <= FrameParser.LONGEST_CONTROL, "too long");
            switch (opcode) {
                case FrameParser.TEXT, FrameParser.BINARY -> messages.add(describe(opcode, payload));
                case FrameParser.PONG -> pongs.add(describe(opcode, payload));
                case FrameParser.PING -> {}
                case FrameParser.CLOSE -> close(payload);
                default -> throw new AssertionError("opcode " + opcode);
            }
        }

        private void close(byte[] payload) {
            closed = payload.length == 0
                    ? CloseReason.NO_STATUS
                    : ByteBuffer.wrap(payload).getShort() & 0xffff;
            Fuzz.require(payload.length == 0 || CloseReason.isSendable(closed), "code " + closed);
        }
    }

    private static void check(Simulation run) {
        boolean broken = run.broken() || run.halfClosed();
        Client client = new Client(run.sent());
        Server server = new Server(run.received(), broken);
        Fuzz.require(isPrefix(server.messages, client.answers), "answers that were not asked for, or out of order");
        Fuzz.require(isSubsequence(server.pongs, client.pings), "pongs that were not asked for, or out of order");
        if (run.receivedAtRest() >= 0 && !broken) {
            checkAtRest(client, new Server(Arrays.copyOf(run.received(), run.receivedAtRest()), false));
        }
        if (!broken) {
            boolean asked = client.closes != 0 && !client.left && !run.late() && !run.disturbed();
            Fuzz.require(
                    asked ? server.closed == client.closes : server.closed != 0,
                    "closed with " + server.closed + ", the client's reason was " + client.closes);
        }
    }

    private static void checkAtRest(Client client, Server server) {
        if (server.closed != 0) {
            return;
        }
        Fuzz.require(server.messages.size() == client.answers.size(), "a message without its answer");
        Fuzz.require(
                client.pings.isEmpty()
                        || (!server.pongs.isEmpty() && client.pings.getLast().equals(server.pongs.getLast())),
                "the last ping has no pong");
    }

    private static boolean isPrefix(List<String> some, List<String> all) {
        return some.size() <= all.size() && some.equals(all.subList(0, some.size()));
    }

    private static boolean isSubsequence(List<String> some, List<String> all) {
        int at = 0;
        for (String each : all) {
            if (at < some.size() && some.get(at).equals(each)) {
                at++;
            }
        }
        return at == some.size();
    }
}
