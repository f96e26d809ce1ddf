package comparison.harness.probe;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** Polls a starting variant for one person until it answers with status 200. */
public final class StartupProbe {

    private static final Duration PERIOD = Duration.ofMillis(2);
    private static final int ANSWER_LIMIT_MILLIS = 5_000;
    private static final int PATIENCE_MILLIS = 1_000;

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
     * @param polls number of polls up to this one
     */
    public record Answer(Instant at, long nanos, int polls) {}

    /**
     * Polls every 2 ms. If an answer takes longer than a second, further polls are sent while it is awaited: a server
     * that loses a request in the middle of its start would otherwise seem to start only when the poll gives up.
     *
     * @param alive whether the variant is still running
     * @return empty once {@code alive} is false or the limit is exceeded
     */
    public Optional<Answer> await(BooleanSupplier alive, Duration limit) {
        long start = System.nanoTime();
        int polls = 0;
        try (Unanswered unanswered = new Unanswered()) {
            while (alive.getAsBoolean() && System.nanoTime() - start < limit.toNanos()) {
                long begun = System.nanoTime();
                polls++;
                Optional<Answer> answer = unanswered.first(poll(polls, unanswered));
                if (answer.isPresent()) {
                    return answer;
                }
                LockSupport.parkNanos(PERIOD.toNanos() - (System.nanoTime() - begun));
            }
            return Optional.empty();
        }
    }

    private Optional<Answer> poll(int number, Unanswered unanswered) {
        Poll poll = new Poll(number);
        try {
            poll.send();
            Optional<Answer> answer = poll.answer(PATIENCE_MILLIS);
            poll.close();
            return answer;
        } catch (SocketTimeoutException e) {
            unanswered.add(poll);
        } catch (IOException e) {
            poll.close();
        }
        return Optional.empty();
    }

    /** One request on a separate connection. */
    private final class Poll {
        private final Socket socket = new Socket();
        private final int number;

        Poll(int number) {
            this.number = number;
        }

        void send() throws IOException {
            socket.setTcpNoDelay(true);
            socket.connect(address, ANSWER_LIMIT_MILLIS);
            socket.getOutputStream().write(request);
        }

        /** Returns the answer; empty if its status is not 200. */
        Optional<Answer> answer(int limitMillis) throws IOException {
            socket.setSoTimeout(limitMillis);
            String status = new BufferedReader(
                            new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
                    .readLine();
            return status != null && status.matches("HTTP/1\\.[01] 200\\b.*")
                    ? Optional.of(new Answer(Instant.now(), System.nanoTime(), number))
                    : Optional.empty();
        }

        void close() {
            try {
                socket.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Polls that were not answered within a second. Each is still awaited, by a separate thread. */
    private static final class Unanswered implements AutoCloseable {
        private final List<Poll> polls = new ArrayList<>();
        private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();

        void add(Poll poll) {
            polls.add(poll);
            Thread.ofVirtual().start(() -> {
                try {
                    poll.answer(ANSWER_LIMIT_MILLIS).ifPresent(answers::add);
                } catch (IOException e) {
                    poll.close();
                }
            });
        }

        /** Returns the earliest answer: one of these polls may have been answered while the last one was awaited. */
        Optional<Answer> first(Optional<Answer> last) {
            return Stream.concat(last.stream(), answers.stream()).min(Comparator.comparingLong(Answer::nanos));
        }

        @Override
        public void close() {
            polls.forEach(Poll::close);
        }
    }
}
