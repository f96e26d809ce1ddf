package sprout.soak;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Checks that the traffic of the soak notices what a server does wrong, against a server of the JDK with a fault. */
@Tag("slow")
final class TrafficTest {
    private enum Fault {
        NONE,
        /** Acknowledges a change that it does not store. */
        FORGETS_CHANGES,
        /** Stores what it does not acknowledge. */
        STORES_AND_FAILS,
        /** Acknowledges a deletion that it does not do. */
        KEEPS
    }

    private static final int REQUESTS = 400;

    private final ConcurrentSkipListMap<Long, ObjectNode> people = new ConcurrentSkipListMap<>();
    private final AtomicLong ids = new AtomicLong();
    private final CountDownLatch requests = new CountDownLatch(REQUESTS);
    private volatile Fault fault = Fault.NONE;

    @SuppressWarnings("NullAway.Init")
    private HttpServer server;

    @SuppressWarnings("NullAway.Init")
    private HttpClient client;

    @SuppressWarnings("NullAway.Init")
    private Traffic traffic;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
        client = HttpClient.newHttpClient();
        URI uri = URI.create("http://localhost:" + server.getAddress().getPort());
        traffic = new Traffic(List.of(uri), client, 4000);
    }

    @AfterEach
    void stop() {
        client.close();
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        requests.countDown();
        String path = exchange.getRequestURI().getPath();
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        switch (exchange.getRequestMethod()) {
            case "POST" -> {
                ObjectNode person = person(ids.incrementAndGet(), body);
                people.put(person.path("id").asLong(), person);
                send(exchange, fault == Fault.STORES_AND_FAILS ? 503 : 201, person.toString());
            }
            case "PUT" -> {
                ObjectNode person = person(id(path), body);
                if (fault != Fault.FORGETS_CHANGES) {
                    people.put(id(path), person);
                }
                send(exchange, 200, person.toString());
            }
            case "DELETE" -> {
                if (fault != Fault.KEEPS) {
                    people.remove(id(path));
                }
                send(exchange, 204, "");
            }
            default -> get(exchange, path);
        }
    }

    private void get(HttpExchange exchange, String path) throws IOException {
        if (path.equals("/benchmark/hello")) {
            send(exchange, 200, "Hello, World!");
        } else if (path.equals("/person")) {
            String query = exchange.getRequestURI().getQuery();
            long after = Long.parseLong(query.substring(query.lastIndexOf('=') + 1));
            send(
                    exchange,
                    200,
                    List.copyOf(people.tailMap(after, false).values()).toString());
        } else {
            JsonNode person = people.get(id(path));
            send(exchange, person == null ? 404 : 200, String.valueOf(person));
        }
    }

    private static ObjectNode person(long id, String body) {
        JsonNode sent = JsonMapper.shared().readTree(body);
        return JsonMapper.shared()
                .valueToTree(Map.of("id", id, "name", sent.path("name"), "description", sent.path("description")));
    }

    private static long id(String path) {
        return Long.parseLong(path.substring(path.lastIndexOf('/') + 1));
    }

    private static void send(HttpExchange exchange, int status, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private void run() throws InterruptedException {
        traffic.start();
        requests.await();
        traffic.stop();
    }

    private List<Traffic.Outcome> outcomes() {
        return traffic.samples().stream()
                .map(Traffic.Sample::outcome)
                .distinct()
                .toList();
    }

    @Test
    void findsNothingWrongWithAServerThatDoesItsWork() throws Exception {
        run();
        assertThat(outcomes()).containsExactly(Traffic.Outcome.ANSWERED);
        assertThat(traffic.acknowledged()).isPositive();
        assertThat(traffic.verify()).isEmpty();
    }

    @Test
    void seesThatAnAcknowledgedChangeIsLost() throws Exception {
        fault = Fault.FORGETS_CHANGES;
        run();
        assertThat(outcomes()).contains(Traffic.Outcome.WRONG);
        assertThat(traffic.verify()).isNotEmpty();
    }

    @Test
    void seesThatADeletedPersonIsThere() throws Exception {
        fault = Fault.KEEPS;
        run();
        assertThat(outcomes()).contains(Traffic.Outcome.WRONG);
        assertThat(traffic.verify()).anyMatch(what -> what.contains("was deleted and is there"));
    }

    @Test
    void seesThatAPersonIsGoneAndThatAnotherIsThereUnasked() throws Exception {
        run();
        people.remove(people.firstKey());
        people.put(1_000_000L, person(1_000_000, "{\"name\":\"nobody\",\"description\":\"x\"}"));
        assertThat(traffic.verify())
                .hasSize(2)
                .anyMatch(what -> what.contains("is lost"))
                .anyMatch(what -> what.contains("nobody knows"));
    }

    @Test
    void doesNotMissWhatWasNeverAcknowledged() throws Exception {
        fault = Fault.STORES_AND_FAILS;
        run();
        assertThat(outcomes()).containsExactly(Traffic.Outcome.FAILED);
        assertThat(people).isNotEmpty();
        assertThat(traffic.verify()).isEmpty();
    }
}
