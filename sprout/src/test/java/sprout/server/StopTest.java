package sprout.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Stops the server while connections are in every state. After each test, {@link EngineTest} checks that nothing was
 * lost.
 */
@Tag("slow")
final class StopTest extends EngineTest {
    private static final String HOST = " HTTP/1.1\r\nHost: test\r\n";
    private static final String LARGE = HOST + "Content-Length: 200000\r\n\r\n" + "x".repeat(50_000);
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final List<String> REQUESTS = List.of(
            "",
            "GET /he",
            "POST /echo" + HOST + "Content-Length: 9\r\n\r\nabc",
            "POST /echo" + HOST + "Transfer-Encoding: chunked\r\n\r\n5\r\nab",
            "POST /echo" + HOST + "Expect: 100-continue\r\nContent-Length: 9\r\n\r\n",
            "POST /echo" + LARGE,
            "POST /echo-stream" + LARGE,
            "POST /loop/echo" + LARGE,
            "GET /big?9000000" + HOST + "\r\n",
            "GET /loop/big?9000000" + HOST + "\r\n",
            "GET /stream?9000000" + HOST + "\r\n",
            "GET /file" + HOST + "\r\n",
            "GET /events" + HOST + "\r\n",
            "GET /wait" + HOST + "\r\n");

    @Override
    ServerOptions.Builder options() {
        // No connection may reach its own deadline before the stop, however slow the machine is.
        return super.options()
                .threadPoolSize(24)
                .bodyThreads(4)
                .headerTimeout(LONG)
                .bodyTimeout(LONG)
                .writeTimeout(LONG);
    }

    @RepeatedTest(3)
    void endsEverythingByForceAndLosesNothing() throws Exception {
        List<RawClient> clients = new ArrayList<>();
        try {
            for (int i = 0; i < 3; i++) {
                for (String request : REQUESTS) {
                    clients.add(client().send(request));
                }
            }
            RawClient idle = client().get("/loop/hello");
            clients.add(idle);
            idle.answer();
            awaitArrival(clients.size());
            assertThat(server.stop(Duration.ofMillis(100)))
                    .as("ended by itself")
                    .isFalse();
        } finally {
            for (RawClient client : clients) {
                client.close();
            }
        }
    }

    @Test
    void countsNoConnectionAnyMoreAfterAForcedStop() throws Exception {
        try (RawClient client = client().get("/wait")) {
            awaitArrival(1);
            assertThat(server.stop(Duration.ofMillis(20))).isFalse();
            assertThat(server.openConnections())
                    .as("although the handler still waits")
                    .isZero();
            assertThat(client.atEnd()).isTrue();
        }
    }

    @Test
    void aLoopThatWasBlockedDuringAForcedStopEndsItsConnectionsOnceItGoesOn() throws Exception {
        restart(options().eventLoops(1));
        try (RawClient idle = client().get("/loop/hello");
                RawClient blocking = client()) {
            idle.answer();
            blocking.get("/loop/wait");
            awaitHandlers(1);
            assertThat(server.stop(Duration.ofMillis(20))).isFalse();
            assertThat(idle.atEnd()).isTrue();
            handler.goOn.release();
            await(() -> server.openConnections() == 0);
        }
    }

    @Test
    void aStopThatIsInterruptedEndsEverythingByForce() throws Exception {
        try (RawClient client = client().get("/wait")) {
            awaitArrival(1);
            Thread.currentThread().interrupt();
            assertThat(server.stop(LONG)).isFalse();
            assertThat(Thread.interrupted()).isTrue();
            assertThat(server.openConnections()).isZero();
            assertThat(client.atEnd()).isTrue();
        }
    }

    @Test
    void stopsThoughAStopListenerFails() throws Exception {
        handler.stopListener = () -> {
            throw new IllegalStateException("a fault of the application");
        };
        try (RawClient client = client().get("/on-stop")) {
            awaitArrival(1);
            assertThat(server.stop(Duration.ofMillis(20))).isFalse();
            assertThat(server.openConnections()).isZero();
            assertThat(client.atEnd()).isTrue();
        }
    }

    @Test
    void tellsAResponseThatSharesItsStopListenerWithOneThatHasEnded() throws Exception {
        CountDownLatch told = new CountDownLatch(1);
        handler.stopListener = () -> {
            told.countDown();
            handler.goOn.release();
        };
        try (RawClient first = client().get("/on-stop")) {
            awaitHandlers(1);
            try (RawClient second = client().get("/on-stop")) {
                awaitHandlers(2);
                handler.goOn.release();
                assertThat(first.answer().text()).isEqualTo("waited");
                CompletableFuture<Boolean> stopped =
                        CompletableFuture.supplyAsync(() -> server.stop(Duration.ofSeconds(20)));
                assertThat(second.answer().text()).isEqualTo("waited");
                second.reset(); // else the server waits for it
                assertThat(stopped.get()).as("ended by itself").isTrue();
                assertThat(told.getCount()).isZero();
            }
        }
    }

    private void awaitHandlers(int count) throws InterruptedException {
        await(() -> handler.goOn.getQueueLength() == count);
    }

    /**
     * Waits until the server has accepted all connections. A stop does not wait for connections or requests that the
     * server has not seen yet.
     */
    private void awaitArrival(int connections) throws InterruptedException {
        assertThat(handler.waiting.await(20, TimeUnit.SECONDS))
                .as("a handler runs")
                .isTrue();
        await(() -> server.openConnections() == connections);
    }
}
