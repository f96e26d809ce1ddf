package comparison.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import comparison.harness.Fault;
import comparison.harness.record.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Entries of variants.yaml for stacks that this project has no sources of. */
class OwnStackTest {

    private static final String HEAD = """
            stacks:
              - id: mine
                name: Mine
            """;

    @Test
    void a_command_is_read_word_by_word_with_its_port() {
        Variant variant = only("""
                    command: [python3, server.py, --port, "{port}"]
                    port: 8000
                    environment: { MODE: fast }
                    serves: load-plan
                """);

        assertThat(variant.packaging()).isEqualTo(Packaging.OWN);
        assertThat(variant.own()).isEqualTo(new Own(List.of("python3", "server.py", "--port", "{port}"), null, 8000));
        assertThat(variant.environment()).isEqualTo(Map.of("MODE", "fast"));
        assertThat(variant.service()).isEmpty();
    }

    @Test
    void an_image_is_a_service_that_is_called_as_the_variant() {
        Variant variant = only("    image: registry.example/mine:1\n");

        assertThat(variant.own()).isEqualTo(new Own(List.of(), "registry.example/mine:1", null));
        assertThat(variant.service()).isEqualTo("mine");
    }

    @Test
    void a_service_and_a_command_are_one_variant_for_both_runtimes() {
        Variant variant = only("    service: my-service\n    command: [./mine]\n");

        assertThat(variant.service()).isEqualTo("my-service");
        assertThat(variant.own()).isEqualTo(new Own(List.of("./mine"), null, null));
    }

    @Test
    void the_port_is_put_where_it_is_asked_for() {
        assertThat(Own.withPort("--listen=:{port}", 8123)).isEqualTo("--listen=:8123");
        assertThat(Own.withPort("plain", 8123)).isEqualTo("plain");
    }

    @Test
    void a_plan_keeps_how_it_is_started(@TempDir Path folder) throws IOException {
        Variant variant = only("    command: [./mine]\n    port: 8000\n");
        Path file = folder.resolve("variant.json");

        Json.write(file, variant);

        assertThat(Json.read(file, Variant.class)).contains(variant);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            environment: { A: b }             | line 2: it can't be started. Give a jar or a command
            command: []                       | line 4: 'command' must be a list with at least one entry
            command: [a]; port: 70000         | line 5: the field 'port' is '70000'. Allowed: 1 to 65535.
            command: [a]; port: http          | line 5: the field 'port' is 'http'. Allowed: 1 to 65535.
            command: [a]; jar: b.jar          | line 4: the fields 'jar' and 'command' exclude each other.
            image: a; service: b              | line 4: the fields 'service' and 'image' exclude each other.
            command: [a]; flags: [-Xmx1g]     | line 5: the field 'flags' needs a jar.
            command: [a]; axes: { packaging: [jvm] } | line 5: the field 'packaging' needs a jar.
            jar: a.jar; axes: { packaging: [own] } | line 5: the field 'packaging' has 'own'. Allowed: jvm,
            """)
    void what_is_wrong_is_named_with_its_line(String fields, String complaint) {
        String yaml = HEAD + "    " + fields.strip().replace("; ", "\n    ") + "\n";

        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() -> Catalogue.parse("v.yaml", yaml))
                .satisfies(fault -> assertThat(fault.line()).startsWith("v.yaml, " + complaint.strip()));
    }

    private static Variant only(String fields) {
        return Catalogue.parse("v.yaml", HEAD + fields).all().getFirst();
    }
}
