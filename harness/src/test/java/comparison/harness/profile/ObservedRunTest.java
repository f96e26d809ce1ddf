package comparison.harness.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpServer;
import comparison.harness.Fault;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ObservedRunTest {

    @Test
    void the_cost_is_the_quotient_to_nobody_round_by_round() {
        String table = ObservedRun.table(List.of(
                observed("nobody", 1, 100, 0, 0, 0),
                observed("scrape", 1, 120, 9, 5000, 5100),
                observed("recording", 1, 102, 1, 0, 0),
                observed("nobody", 2, 200, 0, 0, 0),
                observed("scrape", 2, 240, 11, 5100, 5100),
                observed("recording", 2, 204, 1, 0, 0)));

        assertThat(table.lines().skip(2))
                .containsExactly(
                        "| a | nobody | 150 | 1 | 0 | 0 | 0 | 0 |",
                        "| a | scrape | 180 | 1.20 | 20 | 5000 | 5100 | 0 |",
                        "| a | recording | 153 | 1.02 | 2 | 0 | 0 | 0 |");
    }

    @Test
    void a_load_that_was_too_short_for_the_clock_has_no_quotient() {
        String table = ObservedRun.table(List.of(
                observed("nobody", 1, 0, 0, 0, 0),
                observed("scrape", 1, 120, 9, 5000, 5100),
                observed("recording", 1, 102, 1, 0, 0)));

        assertThat(table).contains("| a | scrape | 120 | — | 9 |", "| a | recording | 102 | — | 1 |");
    }

    @Test
    void requests_that_failed_are_counted_and_make_the_command_fail() {
        ObservedRun.Observed right = observed("nobody", 1, 100, 0, 0, 0);
        ObservedRun.Observed wrong = new ObservedRun.Observed("a", "scrape", 1, 1000, 3, 100, 9, 1, 1);

        ObservedRun.requireAnswers(List.of(right));
        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() -> ObservedRun.requireAnswers(List.of(right, wrong)))
                .withMessageStartingWith("3 of 2000 requests failed")
                .satisfies(fault -> assertThat(fault.kind()).isEqualTo(Fault.Kind.BROKEN));
    }

    @Test
    void a_profile_of_requests_that_failed_makes_the_command_fail() {
        Profile right = new Profile(1, "a", List.of(), 4000, 0, 1.5, null, List.of(), List.of());
        Profile wrong = new Profile(1, "b", List.of(), 4000, 7, 1.5, null, List.of(), List.of());

        Profile.requireAnswers(List.of(right));
        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() -> Profile.requireAnswers(List.of(right, wrong)))
                .withMessageStartingWith("7 of 8000 requests failed");
    }

    private static ObservedRun.Observed observed(
            String watcher, int round, double micros, int looks, int firstBytes, int lastBytes) {
        return new ObservedRun.Observed("a", watcher, round, 1000, 0, micros, looks, firstBytes, lastBytes);
    }

    @Test
    void a_scraper_tells_how_large_the_page_was_at_first_and_at_last() throws IOException, InterruptedException {
        CountDownLatch answered = new CountDownLatch(3);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] page = new byte[13 - (int) answered.getCount()];
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
            answered.countDown();
        });
        server.start();
        URI page = URI.create("http://localhost:" + server.getAddress().getPort() + "/");
        try (Watcher watcher = Watcher.scraper(page)) {
            assertThat(answered.await(60, TimeUnit.SECONDS)).isTrue();
            Watcher.Seen seen = watcher.seen();

            assertThat(seen.looks()).isGreaterThanOrEqualTo(2);
            assertThat(seen.firstBytes()).isEqualTo(10);
            assertThat(seen.lastBytes()).isGreaterThan(10);
        } finally {
            server.stop(0);
        }
    }
}
