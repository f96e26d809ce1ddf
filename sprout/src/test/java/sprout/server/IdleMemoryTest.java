package sprout.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that the size of a client's requests does not determine the memory of its idle connection. */
@Timeout(180)
@Tag("slow")
final class IdleMemoryTest {
    private static final int CONNECTIONS = 700;
    /**
     * Bytes of growth. The pool may keep 10 MiB, and a connection needs about 3 KiB. Keeping what was sent would cost
     * more than 35 KiB per connection.
     */
    private static final long LIMIT = 17L << 20;

    private static final String GET = "GET /" + "a".repeat(8000) + " HTTP/1.1\r\nHost: test\r\n\r\n";
    private static final String POST = "POST /echo HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nA: "
            + "b".repeat(15_000) + "\r\n\r\n";
    private static final String MANY_HEADERS = "GET /hello HTTP/1.1\r\nHost: test\r\n" + "a:\r\n".repeat(3500) + "\r\n";

    @ParameterizedTest
    @EnumSource
    void connectionsThatRestHoldNothingOfTheirLastRequest(EngineMode mode, @TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("file.txt"), "x");
        List<RawClient> clients = new ArrayList<>();
        try (ChildServer server = new ChildServer(mode, file, 10_000, "256m")) {
            long before = server.heapUsed();
            try {
                for (int i = 0; i < CONNECTIONS; i++) {
                    RawClient client = new RawClient(server.port());
                    clients.add(client);
                    assertThat(client.send(GET).answer().status()).isEqualTo(404);
                    assertThat(client.send(POST).answer().status()).isEqualTo(200);
                    assertThat(client.send(MANY_HEADERS).answer().status()).isEqualTo(200);
                }
                assertThat(growth(server, before)).isLessThan(LIMIT);
            } finally {
                for (RawClient client : clients) {
                    client.close();
                }
            }
        }
    }

    /** Waits for the loops to release the buffers of idle connections, which they check about twice a second. */
    private static long growth(ChildServer server, long before) throws IOException, InterruptedException {
        long growth = server.heapUsed() - before;
        for (int i = 0; i < 40 && growth >= LIMIT; i++) {
            Thread.sleep(500);
            growth = server.heapUsed() - before;
        }
        return growth;
    }
}
