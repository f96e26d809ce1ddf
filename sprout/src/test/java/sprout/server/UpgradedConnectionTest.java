package sprout.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import sprout.http.Upgrade;
import sprout.http.UpgradedConnection;

/** Tests a custom protocol after HTTP. */
final class UpgradedConnectionTest extends EngineTest {
    private static final int PART = 1 << 20;
    /** Far more than the kernel buffers for a client that does not read. */
    private static final int PARTS = 64;

    private final CountDownLatch halfGone = new CountDownLatch(1);

    @Test
    void awaitsNoMoreThanThatEnoughIsSent() throws Exception {
        try (HttpServer flooding =
                        HttpServer.start(options().build(), (request, response) -> response.upgrade(new Flood()));
                Socket client = new Socket(InetAddress.getLoopbackAddress(), flooding.port())) {
            client.getOutputStream()
                    .write("GET / HTTP/1.1\r\nHost: test\r\nConnection: upgrade\r\nUpgrade: flood\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            client.getInputStream().skipNBytes(PARTS * PART * 5L / 8);
            assertThat(halfGone.await(20, TimeUnit.SECONDS))
                    .as("told before all is sent")
                    .isTrue();
        }
    }

    /** Queues everything immediately, and reports when half of it was sent. */
    private final class Flood implements Upgrade {
        @Override
        public String protocol() {
            return "flood";
        }

        @Override
        public void opened(UpgradedConnection connection) {
            byte[] part = new byte[PART];
            try {
                for (int i = 0; i < PARTS; i++) {
                    connection.write(ByteBuffer.wrap(part));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            connection.execute(() -> awaitHalf(connection));
        }

        private void awaitHalf(UpgradedConnection connection) {
            try {
                connection.awaitQueued(PARTS * PART / 2);
                halfGone.countDown();
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void received(ByteBuffer bytes) {
            bytes.position(bytes.limit());
        }

        @Override
        public void tick(long now, boolean stopping) {}

        @Override
        public void closed() {}
    }
}
