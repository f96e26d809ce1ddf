package comparison.peers;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.contract.Ports;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PeersTest {
    static List<String> servers() {
        return List.copyOf(Peers.names());
    }

    @ParameterizedTest
    @MethodSource("servers")
    void bothRoutesAreAnsweredAgainAndAgainOnOneConnection(String server) throws Exception {
        int port = Ports.free();
        Peers.named(server).start(port);

        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(30_000);
            Connection connection = new Connection(socket);
            for (int i = 0; i < 3; i++) {
                assertThat(connection.get("/benchmark/hello")).isEqualTo("Hello, World!");
                assertThat(connection.get("/benchmark/json"))
                        .startsWith("{\"status\":\"success\",\"timestamp\":")
                        .endsWith("\"server\":\"benchmark\",\"version\":\"1.0\"}}");
            }
        }
    }

    /** A minimal client that verifies that the connection is kept. Every peer sends a Content-Length. */
    private record Connection(Socket socket, InputStream input) {
        Connection(Socket socket) throws IOException {
            this(socket, new BufferedInputStream(socket.getInputStream()));
        }

        String get(String path) throws IOException {
            String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            assertThat(line()).isEqualTo("HTTP/1.1 200 OK");
            int length = -1;
            boolean typed = false;
            for (String field = line(); !field.isEmpty(); field = line()) {
                String lower = field.toLowerCase(Locale.ROOT);
                if (lower.startsWith("content-length:")) {
                    length = Integer.parseInt(lower.substring(15).strip());
                }
                typed |= lower.startsWith(
                        "content-type: " + (path.endsWith("hello") ? "text/plain" : "application/json"));
            }
            assertThat(typed).isTrue();
            return new String(input.readNBytes(length), StandardCharsets.UTF_8);
        }

        private String line() throws IOException {
            StringBuilder line = new StringBuilder();
            for (int c = input.read(); c != '\n'; c = input.read()) {
                assertThat(c).as("the server closed the connection").isNotNegative();
                line.append((char) c);
            }
            return line.toString().strip();
        }
    }
}
