package sprout.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import sprout.server.RawClient.Answer;

/** Runs each test against a server, and checks at its end that neither a connection nor a buffer was lost. */
abstract class ServerFixture {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    TestHandler handler;

    @SuppressWarnings("NullAway.Init")
    HttpServer server;

    @BeforeEach
    void start() throws IOException {
        handler = new TestHandler(Files.writeString(folder.resolve("file.txt"), "0123456789".repeat(20_000)));
        server = HttpServer.start(options().build(), handler);
    }

    @AfterEach
    void stop() throws InterruptedException {
        handler.goOn.release(1000);
        server.stop(PATIENCE);
        assertThat(server.openConnections()).as("connections still counted").isZero();
        await(() -> server.buffersInUse() == 0); // a handler may still run after the stop
        assertThat(server.statistics().memoryUsed())
                .as("memory that is still counted")
                .isZero();
    }

    /** Returns the options that each test starts its server with. */
    abstract ServerOptions.Builder options();

    void restart(ServerOptions.Builder options) throws IOException {
        server.stop(PATIENCE);
        server = HttpServer.start(options.build(), handler);
    }

    /** Restarts the server with a time that only the test moves. */
    TestClock restartWithoutTime(ServerOptions.Builder options) throws IOException {
        server.stop(PATIENCE);
        TestClock clock = new TestClock();
        server = clock.start(options, handler);
        return clock;
    }

    RawClient client() throws IOException {
        return new RawClient(server.port());
    }

    Answer answerTo(String request) throws IOException {
        try (RawClient client = client()) {
            return client.send(request).answer();
        }
    }

    /**
     * Sends a request that must be refused. Returns the answer after checking that the connection was closed after it.
     */
    Answer refusalOf(String request) throws IOException {
        try (RawClient client = client()) {
            Answer answer = client.send(request).answer();
            assertThat(answer.closes()).as("Connection: close").isTrue();
            assertThat(client.atEnd()).as("closed").isTrue();
            return answer;
        }
    }

    /** Waits for something that happens soon. */
    static void await(BooleanSupplier happened) throws InterruptedException {
        for (int i = 0; i < 2000 && !happened.getAsBoolean(); i++) {
            Thread.sleep(10);
        }
        assertThat(happened.getAsBoolean()).isTrue();
    }

    void serves() throws IOException {
        assertThat(answerTo("GET /hello HTTP/1.1\r\nHost: test\r\n\r\n").text()).isEqualTo("Hello, World!");
    }
}
