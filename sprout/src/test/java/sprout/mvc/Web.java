package sprout.mvc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import sprout.SproutApplication;
import sprout.SproutContext;
import sprout.fixture.mvc.MvcFixture;

/** The fixture's application on free ports, and a client for it. */
final class Web implements AutoCloseable {
    private final HttpClient client = HttpClient.newHttpClient();
    private final SproutContext application;

    Web(String... settings) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("--server.port=0", "--management.server.port=0"));
        arguments.addAll(List.of(settings));
        application = SproutApplication.of(MvcFixture.class, arguments.toArray(String[]::new))
                .start();
    }

    int port() {
        return application.port();
    }

    /** What a scrape of the metrics gets. */
    String metrics() throws Exception {
        URI page = URI.create("http://localhost:" + application.managementPort() + "/actuator/prometheus");
        HttpRequest scrape = HttpRequest.newBuilder(page).build();
        return client.send(scrape, BodyHandlers.ofString(StandardCharsets.UTF_8))
                .body();
    }

    HttpResponse<String> get(String path, String... headers) throws Exception {
        return send("GET", path, "", headers);
    }

    HttpResponse<String> json(String method, String path, String body) throws Exception {
        return send(method, path, body, "Content-Type", "application/json");
    }

    HttpResponse<String> send(String method, String path, String body, String... headers) throws Exception {
        return send(method, path, body.getBytes(StandardCharsets.UTF_8), headers);
    }

    HttpResponse<String> send(String method, String path, byte[] body, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://localhost:" + port() + path))
                .method(method, body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofString(StandardCharsets.UTF_8));
    }

    static void isProblem(HttpResponse<String> response, int status) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(response.body())
                .startsWith("{\"type\":\"about:blank\",")
                .contains("\"status\":" + status)
                .doesNotContain("sprout.", "java.", "secret");
    }

    /** A 400 with an error for this field. */
    static void blames(HttpResponse<String> response, String field) {
        isProblem(response, 400);
        assertThat(response.body()).contains("\"field\":\"" + field.replace("\"", "\\\"") + "\"");
    }

    @Override
    public void close() {
        client.close();
        application.close();
    }
}
