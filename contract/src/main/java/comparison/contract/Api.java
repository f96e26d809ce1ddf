package comparison.contract;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** Sends HTTP/1.1 requests to one address, over kept-alive connections. Safe for use by many threads. */
final class Api {

    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();
    private static final JsonMapper MAPPER = JsonMapper.shared();

    private final URI root;
    private final HttpClient client;

    Api(URI root) {
        this(root, CLIENT);
    }

    /** Uses a client that the caller must close. */
    Api(URI root, HttpClient client) {
        this.root = root;
        this.client = client;
    }

    URI root() {
        return root;
    }

    static String json(String name, String description) {
        return MAPPER.writeValueAsString(Map.of("name", name, "description", description));
    }

    static String json(long id, String name, String description) {
        return MAPPER.writeValueAsString(Map.of("id", id, "name", name, "description", description));
    }

    Reply get(String path, String... headers) {
        return send("GET", path, BodyPublishers.noBody(), headers);
    }

    Reply head(String path) {
        return send("HEAD", path, BodyPublishers.noBody());
    }

    Reply delete(String path) {
        return send("DELETE", path, BodyPublishers.noBody());
    }

    Reply post(String path, String json) {
        return sendJson("POST", path, json.getBytes(StandardCharsets.UTF_8));
    }

    Reply put(String path, String json) {
        return sendJson("PUT", path, json.getBytes(StandardCharsets.UTF_8));
    }

    Reply sendJson(String method, String path, byte[] body) {
        return send(method, path, BodyPublishers.ofByteArray(body), "Content-Type", "application/json");
    }

    /**
     * Sends a request.
     *
     * @param headers alternating names and values
     * @throws AssertionError if no response arrives
     */
    Reply send(String method, String path, BodyPublisher body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(root.resolve(path))
                .timeout(Duration.ofSeconds(60))
                .method(method, body);
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return new Reply(client.send(request.build(), BodyHandlers.ofByteArray()));
        } catch (IOException e) {
            throw new AssertionError(method + " " + root.resolve(path) + " got no answer: " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for an answer", e);
        }
    }
}
