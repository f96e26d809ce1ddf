package comparison.hyperfoil;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import comparison.client.Samples;
import io.hyperfoil.api.config.Model;
import io.hyperfoil.api.config.Phase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClientTest {

    @TempDir
    private Path folder;

    private final AtomicInteger ids = new AtomicInteger();
    private final Map<String, String> stored = new ConcurrentHashMap<>();
    private final Set<InetSocketAddress> clients = ConcurrentHashMap.newKeySet();
    private HttpServer server;
    private UnaryOperator<String> fault = body -> body;

    @BeforeEach
    void serve() throws IOException {
        Files.createDirectories(folder.resolve("data"));
        Files.writeString(
                folder.resolve("data/people.csv"),
                "name,description,newName,newDescription\nHåkon,\"one, two\",Σοφία,three\nB,b,C,c\n");
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/person", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        clients.add(exchange.getRemoteAddress());
        String path = exchange.getRequestURI().getPath();
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        switch (exchange.getRequestMethod()) {
            case "POST" -> {
                String id = Integer.toString(ids.incrementAndGet());
                send(exchange, 201, store("/person/" + id, "{\"id\":%s,%s".formatted(id, body.substring(1))));
            }
            case "GET" -> send(exchange, 200, fault.apply(stored.get(path)));
            case "PUT" -> send(exchange, 200, store(path, body));
            default -> send(exchange, stored.remove(path) == null ? 404 : 204, "");
        }
    }

    private String store(String path, String person) {
        stored.put(path, person);
        return person;
    }

    private static void send(HttpExchange exchange, int status, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        try (exchange) {
            exchange.getResponseBody().write(bytes);
        }
    }

    private List<Long> load(Map<String, String> model) throws IOException {
        Map<String, String> settings = new HashMap<>(model);
        settings.put("plan", folder.resolve("plan.jmx").toString());
        settings.put("result", folder.resolve("samples").toString());
        settings.put("host", "localhost");
        settings.put("port", Integer.toString(server.getAddress().getPort()));
        return List.of(Client.load(settings).split("\t")).stream()
                .map(Long::valueOf)
                .toList();
    }

    @Test
    void a_closed_load_sends_every_loop_of_every_client_and_leaves_nothing() throws IOException {
        List<Long> counts = load(Map.of("threads", "3", "loops", "5"));

        assertThat(counts.subList(0, 2)).containsExactly(60L, 0L);
        assertThat(counts.get(5)).as("loops").isEqualTo(15);
        assertThat(stored).isEmpty();
        assertThat(Files.readAllLines(folder.resolve("samples")))
                .hasSize(61)
                .first()
                .isEqualTo("timeStamp,elapsed,label,responseCode,success,failureMessage,micros");
    }

    @Test
    void arrivals_of_an_open_load_share_the_connections_that_are_kept() throws IOException {
        List<Long> counts = load(Map.of("arrivals", "50", "seconds", "1", "connections", "2"));

        assertThat(counts.get(1)).as("errors").isZero();
        assertThat(counts.get(5)).as("loops").isPositive();
        assertThat(clients).as("connections").hasSizeLessThanOrEqualTo(2);
        assertThat(stored).isEmpty();
    }

    @Test
    void a_sample_holds_its_response_time_in_microseconds_too() throws IOException {
        load(Map.of("threads", "1", "loops", "1"));

        List<String> lines = Files.readAllLines(folder.resolve("samples"));
        assertThat(lines.subList(1, lines.size())).hasSize(4).allSatisfy(line -> {
            String[] fields = line.split(",", -1);
            assertThat(Long.parseLong(fields[6]) / 1000).isEqualTo(Long.parseLong(fields[1]));
        });
    }

    /**
     * The number of requests depends on the machine: arrivals that it has no time for are not sent later, and more come
     * if the load ends late.
     */
    @Test
    void an_open_load_sends_no_more_loops_than_its_rate_and_its_time_allow() throws IOException {
        long begin = System.nanoTime();
        List<Long> counts = load(Map.of("arrivals", "20", "seconds", "2"));
        double seconds = (System.nanoTime() - begin) / 1e9;

        assertThat(counts.get(1)).as("errors").isZero();
        assertThat(counts.get(5)).as("loops").isBetween(1L, 1 + (long) (20 * seconds));
        assertThat(stored).isEmpty();
    }

    @Test
    void the_schedule_of_an_open_load_is_the_rate_and_the_time_asked_for() throws IOException {
        Map<String, String> settings =
                Map.of("arrivals", "20", "seconds", "2", "host", "localhost", "port", "1", "threads", "1");
        People people = People.read(folder.resolve("data/people.csv"));
        try (Samples samples = Samples.inMicros(folder.resolve("samples"))) {
            Phase phase = new Crud(people, samples)
                    .benchmark(settings)
                    .phases()
                    .iterator()
                    .next();

            assertThat(phase.duration()).isEqualTo(2000);
            assertThat(phase.model)
                    .asInstanceOf(InstanceOfAssertFactories.type(Model.ConstantRate.class))
                    .satisfies(rate -> assertThat(rate.usersPerSec).isEqualTo(20));
        }
    }

    @Test
    void an_answer_with_another_person_is_a_failed_sample() throws IOException {
        fault = body -> body.replace("one", "two");

        List<Long> counts = load(Map.of("threads", "1", "loops", "2"));

        assertThat(counts.subList(0, 2)).containsExactly(8L, 1L);
        assertThat(Files.readAllLines(folder.resolve("samples")))
                .filteredOn(line -> line.contains("false"))
                .singleElement()
                .asString()
                .contains(",Read,\"200\",false,");
    }

    @Test
    void a_server_that_hangs_up_makes_failed_samples() throws IOException {
        fault = _ -> {
            throw new IllegalStateException("hang up");
        };

        List<Long> counts = load(Map.of("threads", "1", "loops", "1"));

        assertThat(counts.get(1)).as("errors").isPositive();
    }
}
