package comparison.app;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.contract.AppContract;
import comparison.contract.WaitingContract;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QuarkusReactiveContractIT extends AppContract implements WaitingContract {
    QuarkusReactiveContractIT() {
        super("quarkus-reactive-app-jvm/quarkus-run", Map.of());
    }

    @Test
    void metricsHaveThePool() throws Exception {
        HttpRequest page = HttpRequest.newBuilder(target().management().resolve("/actuator/prometheus"))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            assertThat(client.send(page, BodyHandlers.ofString()).body()).contains("\nsql_pool_active");
        }
    }
}
