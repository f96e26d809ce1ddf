package comparison.harness.probe;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.harness.Pause;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A server that loses or delays the first request. */
class StartupProbeTest {

    private static final Duration LIMIT = Duration.ofMinutes(1);

    private interface Server {
        void serve(Socket first, Socket second) throws IOException;
    }

    @Test
    void a_request_that_a_starting_server_loses_does_not_delay_the_next_one_until_it_is_given_up() throws Exception {
        assertThat(answer((first, second) -> respond(second, isOpen(first) ? "200 OK" : "500 Given Up")))
                .hasValueSatisfying(answer -> assertThat(answer.polls()).isEqualTo(2));
    }

    @Test
    void a_server_may_speak_http_1_0() throws Exception {
        assertThat(answer((first, second) -> {
                    first.getOutputStream().write("HTTP/1.0 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                }))
                .hasValueSatisfying(answer -> assertThat(answer.polls()).isEqualTo(1));
    }

    @Test
    void an_answer_that_takes_long_counts_although_another_request_was_sent_meanwhile() throws Exception {
        assertThat(answer((first, second) -> respond(first, "200 OK")))
                .hasValueSatisfying(answer -> assertThat(answer.polls()).isEqualTo(1));
    }

    @Test
    void the_first_of_two_answers_counts_although_it_came_to_the_earlier_request() throws Exception {
        assertThat(answer((first, second) -> {
                    respond(first, "200 OK");
                    Pause.of(Duration.ofMillis(300));
                    respond(second, "200 OK");
                }))
                .hasValueSatisfying(answer -> assertThat(answer.polls()).isEqualTo(1));
    }

    private static Optional<StartupProbe.Answer> answer(Server server) throws IOException, InterruptedException {
        try (ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread thread = Thread.ofVirtual().start(() -> {
                try (Socket first = listener.accept();
                        Socket second = listener.accept()) {
                    server.serve(first, second);
                    while (second.getInputStream().read() >= 0) {
                        Thread.onSpinWait(); // until the probe has closed its connections
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            Optional<StartupProbe.Answer> answer = new StartupProbe(
                            new InetSocketAddress(listener.getInetAddress(), listener.getLocalPort()))
                    .await(thread::isAlive, LIMIT);
            thread.join();
            return answer;
        }
    }

    private static void respond(Socket socket, String status) throws IOException {
        socket.getOutputStream()
                .write("HTTP/1.1 %s\r\nContent-Length: 0\r\n\r\n"
                        .formatted(status)
                        .getBytes(StandardCharsets.US_ASCII));
    }

    private static boolean isOpen(Socket socket) throws IOException {
        socket.setSoTimeout(1);
        try {
            while (socket.getInputStream().read() >= 0) {
                Thread.onSpinWait(); // the request
            }
            return false;
        } catch (SocketTimeoutException e) {
            return true;
        }
    }
}
