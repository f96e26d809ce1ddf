package comparison.hyperfoil;

import static comparison.client.Orders.setting;

import comparison.client.Samples;
import io.hyperfoil.api.config.BaseSequenceBuilder;
import io.hyperfoil.api.config.Benchmark;
import io.hyperfoil.api.config.BenchmarkBuilder;
import io.hyperfoil.api.config.PhaseBuilder;
import io.hyperfoil.api.session.Session;
import io.hyperfoil.core.builders.StepCatalog;
import io.hyperfoil.http.config.ConnectionStrategy;
import io.hyperfoil.http.config.HttpBuilder;
import io.hyperfoil.http.config.HttpPluginBuilder;
import io.hyperfoil.http.config.Protocol;
import io.hyperfoil.http.steps.HttpRequestStepBuilder;
import io.hyperfoil.http.steps.HttpStepCatalog;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Defines the loop of create, read, update and delete as a Hyperfoil benchmark. Connections are like JMeter's: one per
 * client in the closed model, one per arrival in the open one, opened by its first request. Only in the open model, and
 * unlike JMeter, arrivals can share connections that are kept.
 */
final class Crud {

    private static final String NAME = "person-crud";
    private static final String CONNECTIONS = "connections";
    private static final long TIMEOUT_MILLIS = 10_000;

    /**
     * Seconds of arrivals that may wait for a response at the same time, equal to the time-out. Beyond that, the client
     * falls behind its schedule and reports it.
     */
    private static final int SECONDS_OF_SESSIONS = 10;

    private final People people;
    private final Samples samples;
    private final Map<Session, Visit> visits = new ConcurrentHashMap<>();

    Crud(People people, Samples samples) {
        this.people = people;
        this.samples = samples;
    }

    Benchmark benchmark(Map<String, String> settings) {
        int connections = Integer.parseInt(settings.getOrDefault(CONNECTIONS, "0"));
        int threads = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        // Each event loop has its own connections.
        BenchmarkBuilder benchmark = BenchmarkBuilder.builder()
                .name(NAME)
                .threads(connections == 0 ? threads : Math.min(threads, connections));
        server(benchmark.addPlugin(HttpPluginBuilder::new), settings, connections);
        boolean open = settings.containsKey("arrivals");
        PhaseBuilder<?> phase = open ? open(benchmark, settings) : closed(benchmark, settings);
        int loops = open ? 1 : Integer.parseInt(setting(settings, "loops"));
        BaseSequenceBuilder<?> loop = phase.scenario()
                .initialSequence(NAME)
                .step(StepCatalog.SC)
                .loop("loops", loops)
                .steps();
        loop.step(session -> {
            visit(session).begin(people.next());
            return true;
        });
        for (Operation operation : Operation.values()) {
            request(loop.step(HttpStepCatalog.SC).httpRequest(operation.method()), operation);
        }
        return benchmark.build();
    }

    private static void server(HttpPluginBuilder http, Map<String, String> settings, int connections) {
        http.ergonomics()
                .autoRangeCheck(false)
                .stopOnInvalid(false)
                .repeatCookies(false)
                .userAgentFromSession(false);
        HttpBuilder server = http.http()
                .protocol(Protocol.HTTP)
                .host(setting(settings, "host"))
                .port(Integer.parseInt(setting(settings, "port")))
                .allowHttp2(false)
                .requestTimeout(TIMEOUT_MILLIS);
        if (connections == 0) {
            server.connectionStrategy(ConnectionStrategy.OPEN_ON_REQUEST);
        } else {
            server.connectionStrategy(ConnectionStrategy.SHARED_POOL).sharedConnections(connections);
        }
    }

    private static PhaseBuilder<?> closed(BenchmarkBuilder benchmark, Map<String, String> settings) {
        return benchmark.addPhase(NAME).atOnce(Integer.parseInt(setting(settings, "threads")));
    }

    private static PhaseBuilder<?> open(BenchmarkBuilder benchmark, Map<String, String> settings) {
        double arrivals = Double.parseDouble(setting(settings, "arrivals"));
        return benchmark
                .addPhase(NAME)
                .constantRate(1)
                .usersPerSec(arrivals)
                .variance(false)
                .maxSessions((int) Math.ceil(arrivals * SECONDS_OF_SESSIONS))
                .duration(TimeUnit.SECONDS.toMillis(Integer.parseInt(setting(settings, "seconds"))));
    }

    private Visit visit(Session session) {
        return visits.computeIfAbsent(session, _ -> new Visit());
    }

    private void request(HttpRequestStepBuilder request, Operation operation) {
        request.metric(operation.label()).headerAppender((_, headers) -> {
            headers.putHeader("content-type", "application/json");
            headers.putHeader("accept", "application/json");
        });
        request.path(session ->
                operation == Operation.CREATE ? "/person" : visit(session).path());
        if (operation.hasBody()) {
            request.body((session, _) ->
                    Unpooled.copiedBuffer(body(visit(session), operation), StandardCharsets.ISO_8859_1));
        }
        request.handler()
                .status((answered, status) -> visit(answered.session).status(status))
                .body(_ -> (session, data, offset, length, _) ->
                        visit(session).body(data.toString(offset, length, StandardCharsets.ISO_8859_1)))
                .onCompletion(session -> visit(session).end(operation, samples));
    }

    private static String body(Visit visit, Operation operation) {
        return operation == Operation.CREATE ? visit.newPerson() : visit.changedPerson();
    }
}
