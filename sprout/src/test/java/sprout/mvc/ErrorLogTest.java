package sprout.mvc;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sprout.config.AppConfig;
import sprout.http.HttpException;
import sprout.server.HttpServer;
import sprout.server.RecordingLog;
import sprout.server.ServerOptions;

/** Which failures are errors in the log. Clients must not be able to fill it. */
final class ErrorLogTest {
    @ParameterizedTest
    @CsvSource({
        "404, false, false",
        "500, false, true",
        "500, true, true",
        "501, false, false",
        "502, false, true",
        "503, false, false",
        "503, true, true"
    })
    void anHttpExceptionIsLoggedIfItIsAFaultOfTheServer(int status, boolean caused, boolean logged) throws Exception {
        Json json = Json.generated();
        ErrorResponses errors = new ErrorResponses(
                List.of(), List.of(), List.of(), new ResultWriter(json), json, MvcOptions.from(AppConfig.of(Map.of())));
        CompletableFuture<Boolean> error = new CompletableFuture<>();
        ServerOptions options = ServerOptions.builder().port(0).build();
        try (HttpServer server = HttpServer.start(options, (request, response) -> {
                    RecordingLog.takeFirst();
                    Throwable cause = caused ? new IllegalStateException("a test") : null;
                    errors.write(new HttpException(status, "a test", cause), null, request, response);
                    error.complete(RecordingLog.takeFirst() != null);
                });
                HttpClient client = HttpClient.newHttpClient()) {
            URI uri = URI.create("http://localhost:" + server.port() + "/");
            assertThat(client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.discarding())
                            .statusCode())
                    .isEqualTo(status);
            assertThat(error.get(10, TimeUnit.SECONDS)).isEqualTo(logged);
        }
    }
}
