package comparison.harness.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.harness.plan.Limits;
import comparison.harness.plan.Own;
import comparison.harness.plan.Packaging;
import comparison.harness.plan.Served;
import comparison.harness.plan.Variant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

class OwnServiceTest {

    private static final Variant MINE = new Variant(
            "mine",
            "Mine",
            Packaging.OWN,
            "",
            "",
            "mine",
            Map.of("LISTEN", ":{port}", "PRICE", "5$ \"a\""),
            List.of(),
            Served.LOAD_PLAN,
            new Own(List.of(), "mine:1", 8000),
            false);

    @Test
    void an_image_gets_the_limits_and_the_database_of_all_others() {
        assertThat(services(Limits.ARTICLE))
                .contains(
                        "image=sha256:1",
                        "memswap_limit=1073741824",
                        "limits={cpus=2, memory=1073741824}",
                        "healthcheck={disable=true}",
                        "DB_HOST=postgres",
                        "FILES_DIR=/files",
                        "volumes=[${FILES_DIR}:/files:ro]",
                        "LISTEN=:8000",
                        "MANAGEMENT_SERVER_ADDRESS=0.0.0.0",
                        "PRICE=5$$ \"a\"",
                        "SERVER_PORT=8000");
    }

    @Test
    void without_limits_it_gets_none_to_the_engine_and_all_else() {
        assertThat(services(Limits.NONE)).contains("memswap_limit=0", "limits={cpus=0, memory=0}", "SERVER_PORT=8000");
    }

    @Test
    void the_limit_of_memory_is_a_text_because_compose_refuses_a_number() {
        assertThat(OwnService.of(MINE, "sha256:1", Limits.ARTICLE)).contains("memory: \"1073741824\"");
    }

    @Test
    void management_may_share_the_port_of_the_api() {
        Variant apart = new Variant("a", "A", "jvm", "a", "a.jar", "a", Map.of());
        Variant shared = new Variant("a", "A", "jvm", "a", "a.jar", "a", Map.of("MANAGEMENT_SERVER_PORT", "{port}"));

        Variant settled = new Variant(
                "a", "A", "jvm", "a", "a.jar", "a", Map.of("SERVER_PORT", "8001", "MANAGEMENT_SERVER_PORT", "9001"));

        assertThat(OwnService.port(settled)).isEqualTo(8001);
        assertThat(OwnService.managementPort(settled)).isEqualTo(9001);
        assertThat(OwnService.managementPort(apart)).isEqualTo(9080);
        assertThat(shared.managementPort()).isEmpty();
        assertThat(OwnService.managementPort(shared)).isEqualTo(8080);
        assertThat(shared.settings(8080)).containsEntry("MANAGEMENT_SERVER_PORT", "8080");
    }

    private static String services(Limits limits) {
        return String.valueOf(
                new Load(LoadSettings.builder().build()).loadFromString(OwnService.of(MINE, "sha256:1", limits)));
    }
}
