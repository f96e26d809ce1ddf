package comparison.app;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.contract.BlockingAppContract;
import comparison.contract.WaitingContract;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QuarkusContractIT extends BlockingAppContract implements WaitingContract {
    QuarkusContractIT() {
        super("quarkus-app-jvm/quarkus-run", Map.of("THREADS", "virtual"));
    }

    @Test
    void metricsHaveThePool() throws Exception {
        HttpRequest page = HttpRequest.newBuilder(target().management().resolve("/actuator/prometheus"))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            assertThat(client.send(page, BodyHandlers.ofString()).body()).contains("\nagroal_active_count");
        }
    }
}
