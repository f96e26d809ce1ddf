package sprout.management;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import sprout.mvc.RequestTimings;
import sprout.server.HttpServer;
import sprout.server.ServerOptions;

@Timeout(60)
final class ManagementHandlerTest {
    private final HttpClient client = HttpClient.newHttpClient();
    private final CompletableFuture<HikariDataSource> absentPool = new CompletableFuture<>();
    private final Metrics metrics =
            new Metrics(List.of(), new RequestTimings(), absentPool, () -> new Metrics.Source() {
                @Override
                public void bind(MeterRegistry meters) {}

                @Override
                public void refresh() {}
            });
    private final AtomicBoolean alive = new AtomicBoolean(true);
    private final CountDownLatch end = new CountDownLatch(1);

    @AfterEach
    void close() {
        end.countDown();
        metrics.close();
        client.close();
    }

    @ParameterizedTest
    @CsvSource({
        "/actuator/health, true, 200, UP",
        "/actuator/health, false, 503, DOWN",
        "/actuator/health/readiness, true, 200, UP",
        "/actuator/health/readiness, false, 503, DOWN",
        "/actuator/health/liveness, true, 200, UP",
        "/actuator/health/liveness, false, 200, UP",
    })
    void readinessFollowsTheChecksAndLivenessDoesNot(String path, boolean up, int status, String word)
            throws Exception {
        HttpResponse<String> response = send("GET", path, () -> up);
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.body()).isEqualTo("{\"status\":\"%s\"}".formatted(word));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/actuator/health", "/actuator/health/readiness", "/actuator/health/liveness"})
    void allSayDownWhenTheServerCannotGoOn(String path) throws Exception {
        alive.set(false);
        assertThat(send("GET", path, () -> true).statusCode()).isEqualTo(503);
    }

    @Test
    void aCheckThatDoesNotAnswerCountsAsDown() throws Exception {
        assertThat(send("GET", "/actuator/health", this::hangs).statusCode()).isEqualTo(503);
    }

    @Test
    void aCheckThatFailsCountsAsDown() throws Exception {
        assertThat(send("GET", "/actuator/health", ManagementHandlerTest::fails).statusCode())
                .isEqualTo(503);
    }

    @Test
    void aScrapeDoesNotWaitForThePool() throws Exception {
        HttpResponse<String> response = send("GET", "/actuator/prometheus", () -> false);
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).contains("jvm_memory_used_bytes").doesNotContain("hikaricp");
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /actuator, 404",
        "GET, /, 404",
        "GET, /actuator%2Fprometheus, 404",
        "GET, /%61ctuator/health, 404",
        "OPTIONS, /, 404",
        "POST, /actuator/health, 405",
        "DELETE, /actuator/info, 405",
        "FOO, /actuator/health, 501",
        "FOO, /, 501"
    })
    void whatIsNotThereOrNotAllowedIsAProblemAndChecksNothing(String method, String path, int status) throws Exception {
        AtomicBoolean checked = new AtomicBoolean();
        HttpResponse<String> response = send(method, path, () -> checked.compareAndSet(false, true));
        assertThat(checked).isFalse();
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(response.headers().firstValue("Allow").isPresent()).isEqualTo(status == 405);
    }

    @Test
    void optionsNamesTheMethodsAndChecksNothing() throws Exception {
        HttpResponse<String> response = send("OPTIONS", "/actuator/health", ManagementHandlerTest::fails);
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Allow")).hasValue("GET, HEAD, OPTIONS");
    }

    private boolean hangs() {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return true;
    }

    private static boolean fails() {
        throw new IllegalStateException("the check itself is broken");
    }

    private HttpResponse<String> send(String method, String path, BooleanSupplier check)
            throws IOException, InterruptedException {
        ManagementHandler handler = new ManagementHandler(alive::get, List.of(new HealthCheck(check)), metrics);
        try (HttpServer server =
                HttpServer.start(ServerOptions.builder().port(0).build(), handler)) {
            URI uri = URI.create("http://localhost:%d%s".formatted(server.port(), path));
            HttpRequest request = HttpRequest.newBuilder(uri)
                    .method(method, HttpRequest.BodyPublishers.noBody())
                    .build();
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        }
    }
}
