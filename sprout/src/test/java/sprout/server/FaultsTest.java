package sprout.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sprout.http.HttpResponse;
import sprout.http.Upgrade;
import sprout.http.UpgradedConnection;

/**
 * Checks that an exception of a handler or protocol ends its connection only, and none of the two loops and four pool
 * threads.
 */
@Tag("slow")
final class FaultsTest extends EngineTest {
    private static final int MORE_THAN_THREADS = 12;

    @ParameterizedTest
    @ValueSource(strings = {"/fault", "/loop/fault"})
    void outlivesFaultsOfHandlers(String target) throws IOException {
        for (int i = 0; i < MORE_THAN_THREADS; i++) {
            try (RawClient client = client()) {
                assertThat(client.get(target).answer().status()).isEqualTo(500);
            }
        }
        servesOnEveryThread(server.port());
        assertThat(server.alive()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/interrupted", "/loop/interrupted"})
    void forgetsAnInterruptThatAHandlerLeavesBehind(String target) throws IOException {
        try (RawClient client = client()) {
            for (int i = 0; i < MORE_THAN_THREADS; i++) {
                assertThat(client.get(target).answer().text()).isEqualTo("Hello, World!");
            }
        }
        servesOnEveryThread(server.port());
    }

    /** The interrupt ends the handler's wait for a client that does not read yet. */
    @Test
    void answers500AfterARequestWhoseHandlerIgnoredThatItCouldNotWrite() throws Exception {
        if (mode == EngineMode.HYBRID_VIRTUAL) {
            return; // an interrupt closes a channel that blocks, so such a connection has no second request
        }
        CountDownLatch ignored = new CountDownLatch(1);
        try (HttpServer faulty = HttpServer.start(options().build(), (request, response) -> {
                    if (request.path().equals("/fail")) {
                        throw new IllegalStateException("of the second request");
                    }
                    Thread.currentThread().interrupt();
                    writeMuch(response, ignored);
                });
                RawClient client = new RawClient(faulty.port())) {
            client.get("/ignore");
            assertThat(ignored.await(20, TimeUnit.SECONDS))
                    .as("could not write")
                    .isTrue();
            assertThat(client.answer().status()).isEqualTo(200);
            assertThat(client.get("/fail").answer().status()).isEqualTo(500);
        }
    }

    private static void writeMuch(HttpResponse response, CountDownLatch ignored) {
        try {
            response.bodyStream().write(new byte[20_000_000]);
        } catch (IOException e) {
            ignored.countDown();
        }
    }

    /**
     * If a loop ended, its sockets would not be served any more. If a pool thread ended, its request would not be
     * answered.
     */
    @Test
    void outlivesFaultsThatCannotEvenBeLogged() throws IOException {
        try (ChildServer child = new ChildServer(
                mode, folder.resolve("file.txt"), 1000, "64m", "-Dslf4j.provider=" + ThrowingLog.class.getName())) {
            for (String target : new String[] {"/fault", "/loop/fault", "/fail", "/loop/fail", "/teapot"}) {
                for (int i = 0; i < MORE_THAN_THREADS; i++) {
                    try (RawClient client = new RawClient(child.port())) {
                        assertThat(client.get(target).rest()).isEmpty();
                    }
                }
            }
            servesOnEveryThread(child.port());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"opened", "received", "tick", "closed"})
    void outlivesAProtocolThatThrows(String where) throws IOException {
        ServerOptions.Builder options = options().lingerTimeout(Duration.ofMillis(400)); // a tick every 100 ms
        try (HttpServer faulty = HttpServer.start(options.build(), (request, response) -> {
            if (request.path().equals("/upgrade")) {
                response.upgrade(new Faulty(where));
            } else {
                handler.handle(request, response);
            }
        })) {
            for (int i = 0; i < MORE_THAN_THREADS; i++) {
                try (RawClient client = new RawClient(faulty.port())) {
                    client.send(
                            "GET /upgrade HTTP/1.1\r\nHost: test\r\nConnection: upgrade\r\nUpgrade: faulty\r\n\r\n");
                    client.skipHead();
                    client.send("bytes");
                    if (where.equals("closed")) {
                        client.endOutput();
                    }
                    assertThat(client.rest()).isEmpty();
                }
            }
            servesOnEveryThread(faulty.port());
            assertThat(faulty.alive()).isTrue();
        }
    }

    private static void servesOnEveryThread(int port) throws IOException {
        for (int i = 0; i < MORE_THAN_THREADS; i++) {
            for (String target : new String[] {"/hello", "/loop/hello"}) {
                try (RawClient client = new RawClient(port)) {
                    assertThat(client.get(target).answer().text()).isEqualTo("Hello, World!");
                }
            }
        }
    }

    private record Faulty(String where) implements Upgrade {
        @Override
        public String protocol() {
            return "faulty";
        }

        private void at(String place) {
            if (where.equals(place)) {
                throw new Error("in " + place);
            }
        }

        @Override
        public void opened(UpgradedConnection connection) {
            at("opened");
        }

        @Override
        public void received(ByteBuffer bytes) {
            bytes.position(bytes.limit());
            at("received");
        }

        @Override
        public void tick(long now, boolean stopping) {
            at("tick");
        }

        @Override
        public void closed() {
            at("closed");
        }
    }
}
