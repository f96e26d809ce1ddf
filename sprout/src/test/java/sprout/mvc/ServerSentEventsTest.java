package sprout.mvc;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;
import sprout.server.HttpServer;
import sprout.server.ServerOptions;
import sprout.server.ServerOptions.ExecutionMode;
import sprout.server.ServerOptions.ThreadType;

@ParameterizedClass
@CsvSource({"NIO,VIRTUAL", "NIO,PLATFORM", "HYBRID,VIRTUAL", "HYBRID,PLATFORM"})
final class ServerSentEventsTest {
    private final ServerOptions options;

    ServerSentEventsTest(ExecutionMode mode, ThreadType threads) {
        options = ServerOptions.builder()
                .port(0)
                .executionMode(mode)
                .threadType(threads)
                .threadPoolSize(2)
                .eventLoops(1)
                .build();
    }

    /** RFC 9110 sections 8.6 and 9.3.2. */
    @Test
    void headHasTheHeadersOfAStreamWithoutItsEvents() throws Exception {
        ServerSentEvents events = ServerSentEvents.of(stream -> stream.data("first"));
        try (HttpServer server = HttpServer.start(options, events::write);
                HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> get = send(client, server, "GET");
            assertThat(get.body()).isEqualTo("data: first\n\n");
            HttpResponse<String> head = send(client, server, "HEAD");
            assertThat(head.body()).isEmpty();
            assertThat(head.headers().firstValue("Content-Length")).isEmpty();
            assertThat(head.headers().map().keySet())
                    .isEqualTo(get.headers().map().keySet());
            assertThat(send(client, server, "GET").body())
                    .as("nothing stands between")
                    .isEqualTo("data: first\n\n");
        }
    }

    private static HttpResponse<String> send(HttpClient client, HttpServer server, String method) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + server.port()))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        return client.send(request, BodyHandlers.ofString());
    }
}
