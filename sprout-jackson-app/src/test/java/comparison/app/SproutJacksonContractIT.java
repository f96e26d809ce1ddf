package comparison.app;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.contract.BenchmarkRoutes;
import comparison.contract.BlockingAppContract;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SproutJacksonContractIT extends BlockingAppContract implements BenchmarkRoutes {
    SproutJacksonContractIT() {
        super("sprout-jackson-app", Map.of("THREADS", "virtual"));
    }

    /** Sprout's own JSON refuses a number where a text belongs. */
    @Test
    void jacksonReadsTheBodies() throws IOException, InterruptedException {
        HttpRequest create = HttpRequest.newBuilder(process().app().resolve("/person"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"name\": 12345, \"description\": \"a number\"}"))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            assertThat(client.send(create, BodyHandlers.ofString()).body()).contains("\"name\":\"12345\"");
        }
    }
}
