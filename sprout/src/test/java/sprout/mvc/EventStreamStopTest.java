package sprout.mvc;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import sprout.server.HttpServer;
import sprout.server.ServerOptions;
import sprout.server.ServerOptions.ExecutionMode;
import sprout.server.ServerOptions.ThreadType;

/** Streams of events that would never end let a server stop at once, and end in good order. In all four modes. */
@Timeout(60)
@ParameterizedClass
@CsvSource({"NIO,VIRTUAL", "NIO,PLATFORM", "HYBRID,VIRTUAL", "HYBRID,PLATFORM"})
final class EventStreamStopTest {
    /** What a source does after its first event. */
    @SuppressWarnings("ImmutableEnumChecker") // lambdas without state
    enum Habit {
        WAITS(stream -> Thread.sleep(Duration.ofHours(1))),
        SENDS_ALWAYS(stream -> {
            while (true) {
                stream.data("more");
            }
        }),
        SWALLOWS_INTERRUPTS(stream -> {
            while (true) {
                try {
                    Thread.sleep(Duration.ofHours(1));
                } catch (InterruptedException e) {
                    stream.data("woken");
                }
            }
        });

        private final ServerSentEvents.Source source;

        Habit(ServerSentEvents.Source source) {
            this.source = source;
        }
    }

    private final ServerOptions options;
    private final CountDownLatch begun = new CountDownLatch(1);

    EventStreamStopTest(ExecutionMode mode, ThreadType threads) {
        options = ServerOptions.builder()
                .port(0)
                .executionMode(mode)
                .threadType(threads)
                .threadPoolSize(2)
                .eventLoops(1)
                .build();
    }

    @ParameterizedTest
    @EnumSource
    void endsWithTheServer(Habit habit) throws Exception {
        ServerSentEvents events = ServerSentEvents.of(stream -> {
            stream.data("first");
            begun.countDown();
            habit.source.run(stream);
        });
        try (HttpServer server = HttpServer.start(options, events::write);
                HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + server.port()))
                    .build();
            CompletableFuture<HttpResponse<String>> answer = client.sendAsync(request, BodyHandlers.ofString());
            assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(server.stop(Duration.ofSeconds(30)))
                    .as("ended by itself")
                    .isTrue();
            assertThat(answer.get(20, TimeUnit.SECONDS).body())
                    .as("complete: the client saw the last chunk")
                    .startsWith("data: first\n\n");
        }
    }
}
