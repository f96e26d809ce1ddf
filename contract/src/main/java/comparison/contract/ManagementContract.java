package comparison.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the management port, which the measuring tools of the comparison read. */
interface ManagementContract extends Targeted {

    @ParameterizedTest
    @ValueSource(strings = {"/actuator/health", "/actuator/health/readiness", "/actuator/health/liveness"})
    default void aHealthyApplicationIsUp(String path) {
        assertThat(management().get(path).has(200).json().path("status").asString(""))
                .isEqualTo("UP");
    }

    @Test
    default void infoIsJson() {
        assertThat(management().get("/actuator/info").has(200).json().isObject())
                .isTrue();
    }

    @Test
    default void prometheusHasTheHeapAndTheRequests() {
        created();
        String metrics = management()
                .get("/actuator/prometheus")
                .has(200)
                .is("text/plain")
                .text();
        assertThat(metrics.lines())
                .anyMatch(line -> line.matches("jvm_memory_used_bytes\\{.*area=\"heap\".*} .+"))
                .anyMatch(line -> line.matches("http_server_requests_seconds_count\\{.*method=\"POST\".*} .+"));
    }

    @Test
    default void managementHasNoPeople() {
        assumeTrue(managementIsApart(), "management shares the port of the API");
        management().get("/person").has(404);
    }
}
