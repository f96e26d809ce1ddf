package sprout.server;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import sprout.http.Fuzz;

/**
 * A {@link Simulation} of any bytes before and within a TLS handshake: the server answers whole records, or HTTP to a
 * client that speaks clear text, handles no request, and never holds more than a few records. It does not wait for a client that takes only
 * a part of the alert which ends its handshake.
 */
public final class TlsFuzz {
    private static final TlsOptions TLS = TestTls.options();
    /** To a client that speaks clear text. */
    private static final String REFUSAL = "HTTP/1.1 400 ";

    private static final int LONGEST_RECORD = (1 << 14) + 256;

    private TlsFuzz() {}

    /** Called by Jazzer and by {@code FuzzCorpusTest}. */
    public static void fuzzerTestOneInput(byte[] data) {
        AtomicBoolean handled = new AtomicBoolean();
        Simulation run = Simulation.run((_, _) -> handled.set(true), false, TLS, data);
        byte[] received = run.received();
        Fuzz.require(run.mostMemory() <= 4 * ByteBufferPool.LARGE, run.mostMemory() + " bytes held");
        String text = new String(received, StandardCharsets.ISO_8859_1);
        Fuzz.require(!handled.get(), "a request was handled before the end of the handshake");
        boolean clear = text.startsWith(REFUSAL) || (run.broken() && REFUSAL.startsWith(text));
        for (ByteBuffer in = ByteBuffer.wrap(received); !clear && in.remaining() >= 5; ) {
            int type = in.get();
            int major = in.getShort() >> 8;
            int length = in.getShort() & 0xffff;
            Fuzz.require(type >= 20 && type <= 23 && major == 3 && length <= LONGEST_RECORD, "no record");
            Fuzz.require(length <= in.remaining() || run.broken() || run.tookLess(), "half a record");
            in.position(in.position() + Math.min(length, in.remaining()));
        }
    }
}
