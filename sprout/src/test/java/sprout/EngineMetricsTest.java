package sprout;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import sprout.fixture.web.WebFixture;

/** What a scrape says about the engine, that no client can make it grow, and how methods are refused on the wire. */
final class EngineMetricsTest {
    @SuppressWarnings("NullAway.Init")
    private static SproutContext application;

    @BeforeAll
    static void start() throws IOException {
        application = SproutApplication.of(WebFixture.class, "--server.port=0", "--management.server.port=0")
                .start();
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    @Test
    void tenThousandUrisAndMethodsAddNoSeries() throws Exception {
        send(pipelined("GET /nowhere", "M0 /nowhere"));
        Set<String> before = series(scrape());
        StringBuilder requests = new StringBuilder();
        for (int i = 0; i < 10_000; i++) {
            requests.append("GET /nowhere/").append(i).append(" HTTP/1.1\r\nHost: a\r\n\r\n");
        }
        for (int i = 0; i < 100; i++) {
            requests.append("M").append(i).append(" /nowhere HTTP/1.1\r\nHost: a\r\n\r\n");
        }
        send(requests + pipelined("GET /nowhere"));
        String page = scrape();
        Set<String> added = series(page);
        added.removeAll(before);
        assertThat(added)
                .as("series that were not there before, but those of collections that happened meanwhile")
                .allMatch(name -> name.startsWith("jvm_gc_"));
        String requestsOf =
                "http_server_requests_seconds_count{method=\"%s\",outcome=\"%s\",status=\"%d\",uri=\"UNKNOWN\"}";
        assertThat(value(page, requestsOf.formatted("GET", "CLIENT_ERROR", 404)))
                .isGreaterThanOrEqualTo(10_002);
        assertThat(value(page, requestsOf.formatted("UNKNOWN", "SERVER_ERROR", 501)))
                .isGreaterThanOrEqualTo(101);
        assertThat(value(page, "sprout_requests_begun_total")).isGreaterThanOrEqualTo(10_103);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sprout_connections_open",
                "sprout_connections_limit",
                "sprout_connections_accepted_total",
                "sprout_accept_failures_total",
                "sprout_requests_begun_total",
                "sprout_requests_active",
                "sprout_requests_refused_total",
                "sprout_buffers_used",
                "sprout_buffers_pooled_bytes",
                "sprout_pool_threads",
                "sprout_pool_busy",
                "sprout_pool_queued",
                "sprout_bodies_waiting",
                "sprout_memory_used_bytes",
                "sprout_memory_limit_bytes",
                "sprout_memory_waits_total"
            })
    void tellsOfTheEngineWithoutTags(String name) throws Exception {
        assertThat(value(scrape(), name)).isNotNegative();
    }

    @Test
    void everyScrapeShowsTheEngineAsItIsNow() throws Exception {
        double before = value(scrape(), "sprout_requests_refused_total");
        assertThat(send("BAD\r\n\r\n")).startsWith("HTTP/1.1 400 ");
        assertThat(value(scrape(), "sprout_requests_refused_total")).isEqualTo(before + 1);
    }

    @ParameterizedTest
    @CsvSource({"TRACE, 405", "DELETE, 405", "FOO, 501", "get, 501"})
    void refusesMethods(String method, int status) throws Exception {
        String answer = send(pipelined(method + " /web/entity"));
        assertThat(answer).startsWith("HTTP/1.1 " + status + " ");
        assertThat(answer.contains("\r\nAllow: ")).isEqualTo(status == 405);
    }

    @Test
    void tellsTheMethodsOfTheWholeServer() throws Exception {
        assertThat(send(pipelined("OPTIONS *")))
                .startsWith("HTTP/1.1 200 ")
                .containsPattern("\r\nAllow: .*GET, HEAD, OPTIONS, POST");
        assertThat(exchange(application.managementPort(), pipelined("OPTIONS *")))
                .startsWith("HTTP/1.1 200 ")
                .contains("\r\nAllow: GET, HEAD, OPTIONS\r\n");
    }

    /** Requests of which the last one ends the connection. */
    private static String pipelined(String... lines) {
        StringBuilder requests = new StringBuilder();
        for (int i = 0; i < lines.length; i++) {
            requests.append(lines[i]).append(" HTTP/1.1\r\nHost: a\r\n");
            requests.append(i == lines.length - 1 ? "Connection: close\r\n\r\n" : "\r\n");
        }
        return requests.toString();
    }

    private static String send(String requests) throws Exception {
        return exchange(application.port(), requests);
    }

    private static String scrape() throws Exception {
        return exchange(application.managementPort(), pipelined("GET /actuator/prometheus"));
    }

    /** Names with their tags. */
    private static Set<String> series(String page) {
        return page.lines()
                .filter(line -> Pattern.matches("[a-z_]+([{].*[}])? [-0-9.E+NaInf]+", line))
                .map(line -> line.substring(0, line.lastIndexOf(' ')))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static double value(String page, String meter) {
        var line = Pattern.compile("^" + Pattern.quote(meter) + " (\\S+)$", Pattern.MULTILINE)
                .matcher(page);
        assertThat(line.find()).as(meter + " in\n" + page).isTrue();
        return Double.parseDouble(line.group(1));
    }

    /** Sends while it reads, until the server closes. */
    private static String exchange(int port, String requests) throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(20_000);
            OutputStream out = socket.getOutputStream();
            Thread sender = Thread.ofVirtual().start(() -> write(out, requests));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            sender.join();
            return answer;
        }
    }

    private static void write(OutputStream out, String requests) {
        try {
            out.write(requests.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
