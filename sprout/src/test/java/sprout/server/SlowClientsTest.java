package sprout.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sprout.http.HttpLimits;

/**
 * Checks that slow clients, honest or hostile, do not prevent others from being served. The pools have four threads.
 */
@Tag("slow")
final class SlowClientsTest extends EngineTest {
    private static final int SLOW = 12;
    private static final int LARGE = 16_000_000;

    private final List<RawClient> slow = new ArrayList<>();
    private final List<Socket> readers = new ArrayList<>();

    @Override
    ServerOptions.Builder options() {
        return super.options().limits(new HttpLimits(1024, 8 * 1024, 50, 300_000));
    }

    @AfterEach
    void closeSlowClients() throws IOException {
        for (RawClient each : slow) {
            each.close();
        }
        for (Socket each : readers) {
            each.close();
        }
    }

    private RawClient slowClient() throws IOException {
        RawClient client = client();
        slow.add(client);
        return client;
    }

    @ParameterizedTest
    @ValueSource(strings = {"/hello", "/loop/hello"})
    void servesOthersWhileLargeBodiesCreepIn(String target) throws IOException {
        for (int i = 0; i < SLOW; i++) {
            slowClient()
                    .send("POST /echo HTTP/1.1\r\nHost: test\r\nContent-Length: 200000\r\n\r\n")
                    .send(new byte[40_000]);
        }
        for (int i = 0; i < 3; i++) {
            try (RawClient client = client()) {
                assertThat(client.get(target).answer().status()).isEqualTo(200);
            }
        }
    }

    @Test
    void servesOthersWhileClientsWaitToBeToldToContinue() throws IOException {
        for (int i = 0; i < SLOW; i++) {
            slowClient()
                    .send(
                            "POST /echo HTTP/1.1\r\nHost: test\r\nContent-Length: 200000\r\nExpect: 100-continue\r\n\r\n");
        }
        serves();
    }

    /**
     * On platform threads, clients that got 100 Continue and send nothing may hold some threads, but none that uploads
     * need.
     */
    @Test
    void takesLargeBodiesWhileClientsThatWereToldToContinueAreSilent() throws IOException {
        for (int i = 0; i < SLOW; i++) {
            RawClient client = slowClient()
                    .send(
                            "POST /echo HTTP/1.1\r\nHost: test\r\nContent-Length: 200000\r\nExpect: 100-continue\r\n\r\n");
            assertThat(client.line()).isEqualTo("HTTP/1.1 100 Continue");
        }
        try (RawClient client = client()) {
            client.send("POST /length HTTP/1.1\r\nHost: test\r\nContent-Length: 200000\r\n\r\n");
            assertThat(client.send(new byte[200_000]).answer().text()).isEqualTo("200000");
        }
        try (RawClient client = client()) {
            client.send(
                    "POST /length HTTP/1.1\r\nHost: test\r\nContent-Length: 200000\r\nExpect: 100-continue\r\n\r\n");
            client.skipHead();
            assertThat(client.send(new byte[200_000]).answer().text()).isEqualTo("200000");
        }
    }

    /** The server has threads for four bodies, of which one client gets three. */
    @Test
    void takesLargeBodiesOfOthersWhileAllThoseOfOneClientAreHalfSent() throws IOException {
        restart(options().threadPoolSize(16));
        for (int i = 0; i < SLOW; i++) {
            slowClient()
                    .send("POST /echo HTTP/1.1\r\nHost: test\r\nContent-Length: 200000\r\n\r\n")
                    .send(new byte[40_000]);
        }
        serves();
        InetAddress other = InetAddress.getByName("127.0.0.2");
        try (RawClient client = new RawClient(new Socket(InetAddress.getLoopbackAddress(), server.port(), other, 0))) {
            client.send("POST /length HTTP/1.1\r\nHost: test\r\nContent-Length: 200000\r\n\r\n");
            assertThat(client.send(new byte[200_000]).answer().text()).isEqualTo("200000");
        }
    }

    /** What the clients sent before the reset is more than the server has read. */
    @Test
    void forgetsHalfSentBodiesThatWaitForAThreadOnceTheirClientsHaveGone() throws Exception {
        restart(options().threadPoolSize(16).bodyTimeout(Duration.ofMinutes(1)));
        for (int i = 0; i < SLOW; i++) {
            slowClient()
                    .send("POST /echo HTTP/1.1\r\nHost: test\r\nContent-Length: 200000\r\n\r\n")
                    .send(new byte[40_000]);
        }
        serves();
        for (RawClient each : slow.subList(SLOW / 2, SLOW)) {
            each.reset();
        }
        await(() -> server.openConnections() == SLOW / 2);
    }

    @Test
    void takesLargeBodiesInTurn() throws IOException {
        byte[] body = new byte[200_000];
        for (int i = 0; i < SLOW; i++) {
            slowClient()
                    .send("POST /length HTTP/1.1\r\nHost: test\r\nContent-Length: 200000\r\n\r\n")
                    .send(java.util.Arrays.copyOf(body, 40_000));
        }
        for (RawClient each : slow) {
            // The server does not read from clients that wait for their turn, and the rest may be more than the kernel
            // buffers.
            Thread.ofVirtual().start(() -> sendQuietly(each, new byte[160_000]));
        }
        for (RawClient each : slow) {
            assertThat(each.answer().text()).isEqualTo("200000");
        }
    }

    private static void sendQuietly(RawClient client, byte[] bytes) {
        try {
            client.send(bytes);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void answersLargeBodiesThatNeverEnd() throws IOException {
        restart(options().bodyTimeout(Duration.ofMillis(200)));
        for (int i = 0; i < SLOW; i++) {
            slowClient()
                    .send("POST /echo HTTP/1.1\r\nHost: test\r\nContent-Length: 200000\r\n\r\n" + "x".repeat(40_000));
        }
        for (RawClient each : slow) {
            assertThat(each.answer().status()).isIn(408, 503);
        }
        serves();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/big?20000000", "/loop/big?20000000", "/stream?20000000", "/file", "/loop/file"})
    void servesOthersWhileNobodyReadsLargeResponses(String target) throws Exception {
        TestClock clock = restartWithoutTime(options());
        Files.write(folder.resolve("file.txt"), new byte[20_000_000]);
        for (int i = 0; i < SLOW; i++) {
            slowClient().get(target);
        }
        // A stream keeps a thread until its client was slow for too long.
        clock.pass(Duration.ofMillis(50), () -> {
            serves();
            return true;
        });
    }

    /** Time stands still: no thread that waits for a slow client gives up. */
    @Test
    void keepsThreadsForOthersHoweverManyStreamsNobodyReads() throws Exception {
        restartWithoutTime(options().threadPoolSize(8));
        for (int i = 0; i < 3 * SLOW; i++) {
            slowClient().get("/stream?" + LARGE);
        }
        for (int i = 0; i < 5; i++) {
            serves();
        }
    }

    @Test
    void servesOthersWhileAClientThatHasTheOnlyThreadDoesNotRead() throws IOException {
        restart(options().threadPoolSize(1).writeTimeout(Duration.ofSeconds(60)));
        assertThat(slowClient().get("/stream?" + LARGE).line()).isEqualTo("HTTP/1.1 200 OK");
        serves();
    }

    @Test
    void servesOthersWhileAClientThatHasTheOnlyThreadDoesNotSend() throws IOException {
        restart(options().threadPoolSize(1).bodyTimeout(Duration.ofSeconds(60)));
        slowClient().send("POST /echo HTTP/1.1\r\nHost: test\r\nContent-Length: 200000\r\n\r\n" + "x".repeat(40_000));
        serves();
    }

    /**
     * The kernel reports room in its buffer of up to 4 MB only when a third of it is free. Here, the time-out comes
     * several times before that.
     */
    @Test
    void cutsNoSteadyReaderHoweverSlow() throws Exception {
        Files.write(folder.resolve("file.txt"), new byte[LARGE]);
        Duration timeout = Duration.ofSeconds(2);
        TestClock clock = restartWithoutTime(options().writeTimeout(timeout));
        for (String path : List.of("/big", "/loop/big", "/stream", "/file", "/loop/file")) {
            read(path);
        }
        byte[] part = new byte[32 * 1024];
        int steps = 16;
        for (int i = 0; i < 3 * steps; i++) {
            for (Socket reader : readers) {
                assertThat(reader.getInputStream().readNBytes(part, 0, part.length))
                        .isEqualTo(part.length);
            }
            Thread.sleep(20); // in which the server looks after its connections
            clock.advance(timeout.dividedBy(steps));
        }
        for (Socket reader : readers) {
            assertThat(3 * steps * part.length + reader.getInputStream().readAllBytes().length)
                    .isGreaterThan(LARGE);
        }
    }

    private void read(String path) throws IOException {
        Socket socket = new Socket();
        readers.add(socket);
        socket.setReceiveBufferSize(64 * 1024);
        socket.setSoTimeout(20_000);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
        socket.getOutputStream()
                .write(("GET " + path + "?" + LARGE + " HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
    }
}
