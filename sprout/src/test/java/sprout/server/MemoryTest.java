package sprout.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import sprout.server.ServerOptions.ThreadType;

/**
 * Checks that the memory of all connections together is bounded, and that small requests are served while large ones
 * wait.
 */
@Tag("slow")
final class MemoryTest extends EngineTest {
    private static final int MEMORY = 1 << 20;
    private static final String UPLOAD = "POST /length HTTP/1.1\r\nHost: test\r\nContent-Length: ";

    private final List<RawClient> hostile = new ArrayList<>();

    @Override
    ServerOptions.Builder options() {
        return super.options().memoryBytes(MEMORY).bodyTimeout(Duration.ofMinutes(1));
    }

    @AfterEach
    void closeHostileClients() throws IOException {
        for (RawClient each : hostile) {
            each.close();
        }
    }

    @Test
    void servesOthersWhileBodiesThatNeverEndHaveAllTheMemory() throws IOException {
        restart(options().bodyTimeout(Duration.ofSeconds(2)));
        for (int i = 0; i < 12; i++) {
            RawClient client = client();
            hostile.add(client);
            Thread.ofVirtual().start(() -> sendQuietly(client, UPLOAD + "500000\r\n\r\n", new byte[400_000]));
        }
        serves();
        assertThat(server.statistics().memoryUsed()).isLessThan(MEMORY + 12 * 128 * 1024);
        List<Integer> answers = new ArrayList<>();
        for (RawClient each : hostile) {
            answers.add(each.answer().status());
        }
        assertThat(answers).allMatch(status -> status == 408 || status == 503).contains(503);
        try (RawClient client = client()) {
            assertThat(client.send(UPLOAD + "500000\r\n\r\n")
                            .send(new byte[500_000])
                            .answer()
                            .text())
                    .isEqualTo("500000");
        }
    }

    /** What is left for others is more than a body of 100,000 bytes needs. */
    @Test
    void takesBodiesOfOthersWhileOneClientHasAllTheMemoryThatItMayHave() throws Exception {
        spendAsOneClient();
        InetAddress other = InetAddress.getByName("127.0.0.2");
        try (RawClient client = new RawClient(new Socket(InetAddress.getLoopbackAddress(), server.port(), other, 0))) {
            client.send(UPLOAD + "100000\r\n\r\n").send(new byte[100_000]);
            assertThat(client.answer().text()).isEqualTo("100000");
        }
    }

    @Test
    void waitsForNoMemoryOnceTheWholeBodyIsHere() throws Exception {
        spendAsOneClient();
        try (RawClient client = client()) {
            client.send("POST /length HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n4e20\r\n")
                    .send("x".repeat(0x4e20) + "\r\n0\r\n\r\n");
            assertThat(client.answer().text()).isEqualTo("20000");
        }
    }

    @Test
    void countsThreadsThatWaitForSilentClients() throws IOException {
        int clients = 20;
        for (int i = 0; i < clients; i++) {
            RawClient client = client();
            hostile.add(client);
            client.send(UPLOAD + "200000\r\nExpect: 100-continue\r\n\r\n");
            assertThat(client.line()).isEqualTo("HTTP/1.1 100 Continue");
        }
        assertThat(server.statistics().memoryUsed()).isGreaterThanOrEqualTo(clients * (ByteBufferPool.SMALL + stack()));
    }

    private long stack() {
        return options().build().threadType() == ThreadType.VIRTUAL ? 8 * 1024 : 0;
    }

    @Test
    void countsTrailersThatDoNotEnd() throws Exception {
        int clients = 20;
        for (int i = 0; i < clients; i++) {
            RawClient client = client();
            hostile.add(client);
            client.send("POST /length HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nA: ")
                    .send("x".repeat(6000));
        }
        // The copy of the trailers, and either the waiting thread or what has not been read yet.
        await(() -> server.statistics().memoryUsed() >= clients * 2L * ByteBufferPool.MEDIUM);
        for (RawClient client : hostile) {
            assertThat(client.send("\r\n\r\n").answer().text()).isEqualTo("0");
        }
        await(() -> server.statistics().memoryUsed() < clients * (long) ByteBufferPool.MEDIUM);
    }

    /** What the client sent before the reset is more than the server has read. */
    @Test
    void forgetsABodyThatWaitsForMemoryOnceItsClientHasGone() throws Exception {
        spendAsOneClient();
        hostile.getLast().reset();
        await(() -> server.openConnections() == 2);
    }

    /** Two bodies stop before their end, and the last one waits for memory. */
    private void spendAsOneClient() throws Exception {
        restart(options().threadPoolSize(16).memoryBytes(2 * MEMORY));
        for (int i = 1; i <= 2; i++) {
            int used = i * 11 * ByteBudget.BLOCK;
            sendSoon(720_000);
            await(() -> server.statistics().memoryUsed() >= used);
        }
        sendSoon(900_000);
        await(() -> server.statistics().memoryWaits() > 0);
    }

    private void sendSoon(int bytes) throws IOException {
        RawClient client = client();
        hostile.add(client);
        Thread.ofVirtual().start(() -> sendQuietly(client, UPLOAD + "1000000\r\n\r\n", new byte[bytes]));
    }

    private static void sendQuietly(RawClient client, String head, byte[] body) {
        try {
            client.send(head).send(body);
        } catch (IOException e) {
            // refused before all was sent
        }
    }

    @Test
    void refusesRequestsWhileNobodyTakesTheAnswersThatHoldTheMemory() throws Exception {
        try (RawClient lazy = client().get("/big?40000000")) {
            await(() -> server.statistics().memoryUsed() >= 40_000_000);
            assertThat(refusalOf("GET /hello HTTP/1.1\r\nHost: test\r\n\r\n").status())
                    .isEqualTo(503);
            assertThat(lazy.answer().body()).hasSize(40_000_000);
        }
        await(() -> server.statistics().memoryUsed() <= MEMORY);
        serves();
    }

    @Test
    void refusesTheLargeAnswersOfRequestsThatWereAcceptedBeforeTheMemoryWasSpent() throws Exception {
        restart(options().threadPoolSize(16));
        try (RawClient small = client().get("/wait")) {
            for (int i = 0; i < 5; i++) {
                hostile.add(client().get("/wait?100000"));
            }
            await(() -> server.statistics().requestsActive() == 6);
            try (RawClient lazy = client().get("/big?40000000")) {
                await(() -> server.statistics().memoryUsed() >= 40_000_000);
                handler.goOn.release(6);
                for (RawClient each : hostile) {
                    assertThat(each.answer().status()).isEqualTo(503);
                }
                assertThat(server.statistics().requestsRefused()).isEqualTo(5);
                assertThat(small.answer().text()).isEqualTo("waited");
                assertThat(lazy.answer().body()).hasSize(40_000_000);
            }
        }
        await(() -> server.statistics().memoryUsed() <= MEMORY);
        serves();
    }

    /** Each of them takes a buffer of 32 KiB. */
    @Test
    void servesOthersWhileHeadsThatNeverEndHaveAllTheMemoryThatTheyMayHave() throws Exception {
        for (int i = 0; i < 100; i++) {
            RawClient client = client();
            hostile.add(client);
            sendQuietly(client, "GET /hello HTTP/1.1\r\nHost: test\r\nX: ", new byte[0]);
            sendQuietly(client, "x".repeat(10_000), new byte[0]);
        }
        await(() -> server.statistics().memoryWaits() > 0);
        for (int i = 0; i < 20; i++) {
            serves();
        }
    }

    /** A hundred bodies of half a megabyte each need more than the heap of 64 MB can hold. */
    @Test
    void outlivesMoreHalfSentBodiesThanItsHeapCanHold() throws IOException {
        try (ChildServer child = new ChildServer(mode, folder.resolve("file.txt"), 1000, "64m")) {
            for (int i = 0; i < 100; i++) {
                RawClient client = new RawClient(child.port());
                hostile.add(client);
                Thread.ofVirtual().start(() -> sendQuietly(client, UPLOAD + "1000000\r\n\r\n", new byte[530_000]));
            }
            for (int i = 0; i < 20; i++) {
                try (RawClient client = new RawClient(child.port())) {
                    assertThat(client.get("/hello").answer().text()).isEqualTo("Hello, World!");
                }
            }
            assertThat(child.heapUsed()).isLessThan(48 << 20);
            closeHostileClients();
        }
    }
}
