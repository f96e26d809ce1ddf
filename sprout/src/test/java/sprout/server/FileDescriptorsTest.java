package sprout.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Checks that the listener survives when the process runs out of file descriptors, and that no client is lost: a client
 * that cannot be accepted waits.
 */
@Tag("slow")
final class FileDescriptorsTest {
    private static final int DESCRIPTORS = 128;
    private static final int CLIENTS = 200;
    /** Enough requests that the server has to wait for one of them. */
    private static final int REQUESTS = 20;

    @ParameterizedTest
    @EnumSource
    void answersMoreClientsThanItHasDescriptorsFor(EngineMode mode) throws IOException {
        List<RawClient> clients = new ArrayList<>();
        try (ChildServer server = new ChildServer(mode, Path.of("none"), DESCRIPTORS, "64m")) {
            // Class files need descriptors too: the classes of a request must be loaded before the limit is reached.
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

    @ParameterizedTest
    @EnumSource
    void idleConnectionsThatHoldAllDescriptorsMakeRoomForNewOnes(EngineMode mode) throws IOException {
        List<RawClient> clients = new ArrayList<>();
        try (ChildServer server = new ChildServer(mode, Path.of("none"), DESCRIPTORS, "64m")) {
            for (int i = 0; i < CLIENTS; i++) {
                RawClient client = new RawClient(server.port());
                clients.add(client);
                assertThat(client.get("/hello").answer().text()).isEqualTo("Hello, World!");
            }
        } finally {
            for (RawClient client : clients) {
                client.close();
            }
        }
    }

    /** Otherwise each idle client would cost the others a file. */
    @ParameterizedTest
    @EnumSource
    void connectionsLeaveDescriptorsForFiles(EngineMode mode, @TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("file.txt"), "content");
        List<RawClient> clients = new ArrayList<>();
        try (ChildServer server = new ChildServer(mode, file, DESCRIPTORS, "64m")) {
            for (int i = 0; i < DESCRIPTORS; i++) {
                RawClient client = new RawClient(server.port());
                clients.add(client);
                assertThat(client.get("/file").answer().text()).isEqualTo("content");
            }
        } finally {
            for (RawClient client : clients) {
                client.close();
            }
        }
    }

    @Test
    void aPartOfTheDescriptorsIsNotForConnections(@TempDir Path folder) throws IOException {
        Files.createDirectories(folder.resolve("fd"));
        Files.createFile(folder.resolve("fd/0"));
        Files.createFile(folder.resolve("fd/1"));
        for (String[] each : new String[][] {
            {"130", "96"}, {"1026", "896"}, {"1048578", "917504"}, {"10", "1"}, {"unlimited", "2147483647"}
        }) {
            Files.writeString(
                    folder.resolve("limits"),
                    "Max file size             unlimited            unlimited            bytes\nMax open files            %-20s 1048576              files\n"
                            .formatted(each[0]));
            assertThat(FileDescriptors.forConnections(folder)).isEqualTo(Integer.parseInt(each[1]));
        }
        assertThat(FileDescriptors.forConnections(folder.resolve("none"))).isEqualTo(Integer.MAX_VALUE);
    }

    /**
     * The order matters: first the connection opens, then its thread waits for the rest of a head, and only then is
     * anything answered.
     */
    @ParameterizedTest
    @EnumSource
    void aConnectionThatTakesTheLastDescriptorIsAnswered(EngineMode mode) throws IOException {
        try (ChildServer server = ChildServer.withSpareDescriptors(mode, 1);
                RawClient client = new RawClient(server.port())) {
            for (int i = 0; i < REQUESTS; i++) {
                client.send("GET /hello HTTP/1.1\r\n").send("Host: test\r\n\r\n");
                assertThat(client.answer().text()).isEqualTo("Hello, World!");
            }
        }
    }
}
