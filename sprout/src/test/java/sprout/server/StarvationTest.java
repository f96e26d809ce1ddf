package sprout.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Checks that clients that always have bytes ready let others have their turn. The child has a single carrier of
 * virtual threads.
 */
@Tag("slow")
final class StarvationTest extends EngineTest {
    private static final int REQUESTS_AT_ONCE = 2000;
    private static final int MEGABYTES_THAT_NO_SOCKET_BUFFERS = 32;

    @Test
    void servesOthersWhileAClientPipelinesWithoutEnd() throws Exception {
        byte[] requests = "GET /hello HTTP/1.1\r\nHost: test\r\n\r\n"
                .repeat(REQUESTS_AT_ONCE)
                .getBytes(StandardCharsets.US_ASCII);
        CountDownLatch flowing = new CountDownLatch(2);
        try (ChildServer child = child();
                Socket greedy = new Socket(InetAddress.getLoopbackAddress(), child.port())) {
            Thread reader = Thread.ofPlatform().start(() -> read(greedy, flowing));
            Thread writer = Thread.ofPlatform().start(() -> write(greedy, requests, flowing));
            assertThat(flowing.await(20, TimeUnit.SECONDS)).as("pipelining").isTrue();
            serves(child);
            greedy.shutdownOutput();
            writer.join();
            reader.join();
        }
    }

    @Test
    void servesOthersWhileAClientSendsWithoutEndAfterItsLastAnswer() throws Exception {
        byte[] discarded = new byte[1 << 20];
        CountDownLatch flowing = new CountDownLatch(MEGABYTES_THAT_NO_SOCKET_BUFFERS);
        try (ChildServer child = child();
                Socket greedy = new Socket(InetAddress.getLoopbackAddress(), child.port())) {
            RawClient client = new RawClient(greedy);
            client.send("GET /hello HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n");
            assertThat(client.answer().closes()).isTrue();
            Thread writer = Thread.ofPlatform().start(() -> write(greedy, discarded, flowing));
            assertThat(flowing.await(20, TimeUnit.SECONDS)).as("discarded").isTrue();
            serves(child);
            greedy.shutdownOutput();
            writer.join();
        }
    }

    /** The client does not wait for 100 Continue, and each body comes after its head. */
    @Test
    void servesOthersWhileAClientSendsBodiesWithoutEnd() throws Exception {
        String head = "POST /length HTTP/1.1\r\nHost: test\r\nExpect: 100-continue\r\nContent-Length: 60000\r\n\r\n";
        byte[] requests = (head + "x".repeat(60_000)).repeat(20).getBytes(StandardCharsets.US_ASCII);
        CountDownLatch flowing = new CountDownLatch(MEGABYTES_THAT_NO_SOCKET_BUFFERS);
        try (ChildServer child = child();
                Socket greedy = new Socket(InetAddress.getLoopbackAddress(), child.port())) {
            Thread reader = Thread.ofPlatform().start(() -> read(greedy, new CountDownLatch(1)));
            Thread writer = Thread.ofPlatform().start(() -> write(greedy, requests, flowing));
            assertThat(flowing.await(20, TimeUnit.SECONDS)).as("bodies").isTrue();
            serves(child);
            greedy.shutdownOutput();
            writer.join();
            reader.join();
        }
    }

    private ChildServer child() throws IOException {
        return new ChildServer(
                mode,
                folder.resolve("file.txt"),
                1000,
                "64m",
                ChildServer.LINGER_LONG,
                "-Djdk.virtualThreadScheduler.parallelism=1",
                "-Djdk.virtualThreadScheduler.maxPoolSize=1");
    }

    private static void serves(ChildServer child) throws IOException {
        for (int i = 0; i < 5; i++) {
            try (RawClient client = new RawClient(child.port())) {
                assertThat(client.get("/hello").answer().text()).isEqualTo("Hello, World!");
            }
        }
    }

    private static void write(Socket greedy, byte[] requests, CountDownLatch flowing) {
        try {
            while (true) {
                greedy.getOutputStream().write(requests);
                flowing.countDown();
            }
        } catch (IOException e) {
            // The test is over.
        }
    }

    private static void read(Socket greedy, CountDownLatch flowing) {
        try {
            byte[] answers = new byte[1 << 20];
            while (greedy.getInputStream().read(answers) >= 0) {
                flowing.countDown();
            }
        } catch (IOException e) {
            // The test is over.
        }
    }
}
