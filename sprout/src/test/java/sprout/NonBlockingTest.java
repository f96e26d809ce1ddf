package sprout;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sprout.fixture.nonblocking.ThreadNames;
import sprout.fixture.nonblockingwaiting.WaitingThreadNames;

/** Which thread a controller's method runs on, seen from outside. */
class NonBlockingTest {
    @ParameterizedTest
    @CsvSource({
        "fixed, http-loop-",
        "of/7, http-loop-",
        "waiting, http-virtual",
    })
    void whatPromisesNotToWaitRunsOnTheEventLoop(String path, String thread) throws Exception {
        assertThat(get(ThreadNames.class, "nio", "/threads/" + path)).startsWith(thread);
    }

    @ParameterizedTest
    @CsvSource({"fixed", "of/7", "waiting"})
    void theHybridEngineIgnoresThePromise(String path) throws Exception {
        assertThat(get(ThreadNames.class, "hybrid", "/threads/" + path)).startsWith("http-virtual");
    }

    @ParameterizedTest
    @CsvSource({"fixed", "of/7"})
    void oneFilterThatMayWaitTakesAllRequestsOffTheLoop(String path) throws Exception {
        assertThat(get(WaitingThreadNames.class, "nio", "/waiting-threads/" + path))
                .startsWith("http-virtual");
    }

    private static String get(Class<?> main, String mode, String path) throws IOException, InterruptedException {
        try (SproutContext application = SproutApplication.of(
                                main,
                                "--server.port=0",
                                "--management.server.port=0",
                                "--server.execution-mode=" + mode)
                        .start();
                HttpClient client = HttpClient.newHttpClient()) {
            URI uri = URI.create("http://localhost:" + application.port() + path);
            return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                    .body();
        }
    }
}
