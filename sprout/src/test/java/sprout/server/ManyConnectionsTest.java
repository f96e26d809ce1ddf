package sprout.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that others are served while ten thousand connections are idle and hundreds are slow. */
@Tag("slow")
final class ManyConnectionsTest {
    private static final int IDLE = 10_000;
    private static final int SLOW = 100;
    private static final int DESCRIPTORS = 11_000;
    /**
     * The hybrid engine on virtual threads keeps a parked thread per connection, the other modes only objects of the
     * selector.
     */
    private static final long BYTES_PER_IDLE_CONNECTION = 10 * 1024;

    private static final String GET = "GET /hello HTTP/1.1\r\nHost: test\r\n\r\n";

    @BeforeAll
    static void requireDescriptors() {
        UnixOperatingSystemMXBean system = (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        assertThat(system.getMaxFileDescriptorCount())
                .as("file descriptors that a process may open; raise the limit with: ulimit -n %s", 2 * DESCRIPTORS)
                .isGreaterThan(DESCRIPTORS);
    }

    @ParameterizedTest
    @EnumSource
    void servesOthersWhileTenThousandConnectionsAreIdleAndHundredsAreSlow(EngineMode mode) throws IOException {
        List<SocketChannel> connections = new ArrayList<>();
        try (ChildServer server = new ChildServer(mode, Path.of("none"), DESCRIPTORS, "128m")) {
            serves(server, 200);
            long before = server.heapUsed();
            for (int i = 0; i < IDLE; i++) {
                SocketChannel connection = connect(server, i);
                connections.add(connection);
                send(connection, GET);
                awaitAnswer(connection);
            }
            long perConnection = (server.heapUsed() - before) / IDLE;
            assertThat(perConnection).as("bytes of heap per idle connection").isLessThan(BYTES_PER_IDLE_CONNECTION);
            for (int i = 0; i < SLOW; i++) {
                connections.add(send(connect(server, i), "GET /hello HTTP/1.1\r\nHo"));
                connections.add(send(
                        connect(server, i),
                        "POST /echo HTTP/1.1\r\nHost: test\r\nContent-Length: 200000\r\n\r\n" + "x".repeat(40_000)));
            }
            serves(server, 2000);
            close(connections);
            serves(server, 10);
        } finally {
            close(connections);
        }
    }

    private static void serves(ChildServer server, int requests) throws IOException {
        try (RawClient client = new RawClient(server.port())) {
            for (int i = 0; i < requests; i++) {
                assertThat(client.get("/hello").answer().status()).isEqualTo(200);
            }
        }
    }

    /** Connects from several addresses, because one address does not have enough ports. */
    private static SocketChannel connect(ChildServer server, int i) throws IOException {
        SocketChannel channel = SocketChannel.open();
        channel.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) (2 + i % 8)}), 0));
        channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
        return channel;
    }

    private static SocketChannel send(SocketChannel channel, String text) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
        return channel;
    }

    private static void awaitAnswer(SocketChannel channel) throws IOException {
        ByteBuffer answer = ByteBuffer.allocate(1024);
        StringBuilder text = new StringBuilder();
        while (!text.toString().endsWith("Hello, World!")) {
            assertThat(channel.read(answer.clear())).as("bytes of an answer").isPositive();
            text.append(StandardCharsets.US_ASCII.decode(answer.flip()));
        }
    }

    private static void close(List<SocketChannel> connections) throws IOException {
        for (SocketChannel connection : connections) {
            connection.close();
        }
        connections.clear();
    }
}
