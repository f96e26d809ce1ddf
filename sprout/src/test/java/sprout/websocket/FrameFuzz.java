package sprout.websocket;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import sprout.http.Fuzz;

/** Any bytes as frames of a client: the same messages and the same end however they arrive, and however often the sink wants to rest. */
public final class FrameFuzz {
    private static final int LIMIT = 300;

    private FrameFuzz() {}

    /** Called by Jazzer and by {@code FuzzCorpusTest}. */
    public static void fuzzerTestOneInput(byte[] data) {
        List<String> whole = outcome(data, true, data.length);
        List<String> pieces = outcome(data, false, Fuzz.cuts(data));
        Fuzz.require(whole.equals(pieces), "whole: " + whole + "\nin pieces: " + pieces);
    }

    private static List<String> outcome(byte[] data, boolean goesOn, int... ends) {
        Recorder recorder = new Recorder(goesOn);
        FrameParser parser = new FrameParser(recorder, LIMIT);
        try {
            int from = 0;
            for (int end : ends) {
                ByteBuffer piece = ByteBuffer.wrap(data, from, end - from);
                while (piece.hasRemaining()) {
                    parser.parse(piece);
                }
                from = end;
            }
        } catch (ViolationException e) {
            Fuzz.require(CloseReason.isSendable(e.code()), "code " + e.code());
            recorder.events.add("violation " + e.code());
        }
        return recorder.events;
    }

    private static final class Recorder implements FrameParser.Sink {
        final List<String> events = new ArrayList<>();
        private final boolean goesOn;

        Recorder(boolean goesOn) {
            this.goesOn = goesOn;
        }

        @Override
        public boolean text(String text) {
            Fuzz.require(text.indexOf('\ufffd') < 0 || text.length() <= LIMIT, "a replaced character");
            return message("text " + text, text.length());
        }

        @Override
        public boolean binary(byte[] bytes) {
            return message("binary " + HexFormat.of().formatHex(bytes), bytes.length);
        }

        private boolean message(String event, int size) {
            Fuzz.require(size <= LIMIT, "a message over the limit");
            events.add(event);
            return goesOn;
        }

        @Override
        public void ping(byte[] payload) {
            control("ping", payload.length);
        }

        @Override
        public boolean pong(byte[] payload) {
            control("pong", payload.length);
            return goesOn;
        }

        private void control(String kind, int size) {
            Fuzz.require(size <= FrameParser.LONGEST_CONTROL, "a long control frame");
            events.add(kind + size);
        }

        @Override
        public void close(CloseReason reason) {
            events.add("close " + reason);
        }
    }
}
