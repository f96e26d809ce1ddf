package comparison.harness.probe;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ScrapingTest {

    private static final Duration OFTEN = Duration.ofMillis(5);
    private static final Duration NEVER = Duration.ofDays(1);

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before each test
    private Path folder;

    @Test
    void looks_are_at_multiples_of_a_quarter_of_a_minute_after_the_start() {
        assertThat(Scraping.untilNext(Duration.ofMillis(700))).isEqualTo(Duration.ofMillis(14_300));
        assertThat(Scraping.untilNext(Duration.ofSeconds(31))).isEqualTo(Duration.ofSeconds(14));
    }

    @Test
    void each_look_is_written_down_with_what_was_there() throws Exception {
        CountDownLatch looks = new CountDownLatch(3);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/actuator/prometheus", exchange -> {
            looks.countDown();
            exchange.sendResponseHeaders(looks.getCount() > 0 ? 200 : 503, 5);
            exchange.getResponseBody().write("up 1\n".getBytes(StandardCharsets.US_ASCII));
            exchange.close();
        });
        server.start();
        try {
            try (Scraping _ = Scraping.begin(at(server.getAddress().getPort()), Duration.ZERO, OFTEN, file())) {
                looks.await();
            }
        } finally {
            server.stop(0);
        }

        assertThat(Scrape.SERIES.read(file()).subList(0, 2))
                .allSatisfy(scrape -> assertThat(scrape.bytes()).isEqualTo(5))
                .allMatch(Scrape::answered);
        assertThat(new Scrape(0, 0, 503, 5).answered()).isFalse();
    }

    @Test
    void a_look_out_of_turn_is_over_when_it_returns() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/actuator/prometheus", exchange -> {
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        try (Scraping scraping = Scraping.begin(at(server.getAddress().getPort()), NEVER, NEVER, file())) {
            scraping.now();
            scraping.now();
        } finally {
            server.stop(0);
        }

        assertThat(Scrape.SERIES.read(file())).extracting(Scrape::status).containsExactly(204L, 204L);
    }

    @Test
    void a_variant_without_a_metrics_page_was_looked_at_in_vain() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
                Scraping _ = Scraping.begin(at(silent.getLocalPort()), Duration.ZERO, OFTEN, file())) {
            // The second look begins when the first one is over: it was hung up on without a word.
            silent.accept().close();
            silent.accept().close();
            silent.accept();
        }

        assertThat(Scrape.SERIES.read(file()))
                .isNotEmpty()
                .allSatisfy(scrape -> assertThat(scrape.status()).isZero())
                .noneMatch(Scrape::answered);
    }

    @Test
    @Tag("slow")
    @Timeout(60)
    void a_page_that_stalls_in_the_middle_is_given_up() throws Exception {
        try (ServerSocket stalling = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
                Scraping scraping = Scraping.begin(at(stalling.getLocalPort()), NEVER, NEVER, file())) {
            Thread.ofVirtual().start(() -> stall(stalling));

            assertThat(scraping.now().status()).isZero();
        }

        assertThat(Scrape.SERIES.read(file())).noneMatch(Scrape::answered).hasSize(1);
    }

    /** Sends half a page and waits until the connection is closed. */
    private static void stall(ServerSocket server) {
        try (Socket socket = server.accept()) {
            socket.getOutputStream()
                    .write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nup".getBytes(StandardCharsets.US_ASCII));
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (IOException closed) {
            // As it should be.
        }
    }

    private static URI at(int port) {
        return URI.create("http://localhost:" + port);
    }

    private Path file() {
        return folder.resolve("scrapes.csv");
    }
}
