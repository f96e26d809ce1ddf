package sprout.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The listener survives a process without file descriptors, and loses no client: who cannot be accepted waits. */
final class FileDescriptorsTest {
    private static final int DESCRIPTORS = 128;
    private static final int CLIENTS = 200;

    @ParameterizedTest
    @EnumSource
    void answersMoreClientsThanItHasDescriptorsFor(EngineMode mode) throws IOException {
        List<RawClient> clients = new ArrayList<>();
        try (ChildServer server = new ChildServer(mode, Path.of("none"), DESCRIPTORS, "64m")) {
            // Exploded classes are files too: those of a request have to be loaded while files can be opened.
            try (RawClient client = new RawClient(server.port())) {
                assertThat(client.get("/hello").answer().status()).isEqualTo(200);
            }
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(new RawClient(server.port()).get("/hello"));
            }
            for (RawClient client : clients) {
                assertThat(client.answer().text()).isEqualTo("Hello, World!");
                client.close();
            }
            try (RawClient client = new RawClient(server.port())) {
                assertThat(client.send("GET / HTTP/1.1\r\n\r\n").answer().status())
                        .isEqualTo(400);
            }
        } finally {
            for (RawClient client : clients) {
                client.close();
            }
        }
    }
}
