package comparison.harness.probe;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Serializable;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Polls a starting variant for one person until it answers with status 200. */
public final class StartupProbe {

    private static final Duration PERIOD = Duration.ofMillis(2);
    private static final int ANSWER_LIMIT_MILLIS = 5_000;

    private final InetSocketAddress address;
    private final byte[] request;

    /** Creates a probe of the variant at an address. */
    public StartupProbe(InetSocketAddress address) {
        this.address = address;
        String host = address.getHostString() + ":" + address.getPort();
        // One connection per poll: how the variant handles a persistent connection is not part of its start.
        this.request = """
                GET /person?limit=1 HTTP/1.1\r
                Host: %s\r
                Accept: application/json\r
                Connection: close\r
                \r
                """.formatted(host).getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * The first answer with status 200.
     *
     * @param at on the wall clock
     * @param nanos on the clock of {@link System#nanoTime}
     * @param polls number of polls, including this one
     */
    public record Answer(Instant at, long nanos, int polls) implements Serializable {}

    /**
     * Polls every 2 ms. A poll that hangs delays the next one.
     *
     * @param alive whether the variant is still running
     * @return empty once {@code alive} is false or the limit is exceeded
     */
    public Optional<Answer> await(BooleanSupplier alive, Duration limit) {
        long start = System.nanoTime();
        int polls = 0;
        while (alive.getAsBoolean() && System.nanoTime() - start < limit.toNanos()) {
            long poll = System.nanoTime();
            polls++;
            if (answers()) {
                return Optional.of(new Answer(Instant.now(), System.nanoTime(), polls));
            }
            LockSupport.parkNanos(PERIOD.toNanos() - (System.nanoTime() - poll));
        }
        return Optional.empty();
    }

    private boolean answers() {
        try (Socket socket = new Socket()) {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(ANSWER_LIMIT_MILLIS);
            socket.connect(address, ANSWER_LIMIT_MILLIS);
            socket.getOutputStream().write(request);
            String status = new BufferedReader(
                            new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
                    .readLine();
            return status != null && status.startsWith("HTTP/1.1 200");
        } catch (IOException e) {
            return false;
        }
    }
}
