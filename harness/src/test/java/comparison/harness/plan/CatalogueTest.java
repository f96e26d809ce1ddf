package comparison.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import comparison.harness.Fault;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CatalogueTest {

    private static final String ENTRY = """
            variants:
              - id: mine
                stack: Mine
                packaging: jvm
                app: my-app
                jar: my-app/target/my-app.jar
                service: mine
            """;

    @Test
    void an_entry_of_the_users_own_is_read() {
        Catalogue catalogue = Catalogue.parse("v.yaml", ENTRY + "    environment: { THREADS: virtual, POOL: 5 }\n");

        assertThat(catalogue.all())
                .containsExactly(new Variant(
                        "mine",
                        "Mine",
                        "jvm",
                        "my-app",
                        "my-app/target/my-app.jar",
                        "mine",
                        Map.of("THREADS", "virtual", "POOL", "5")));
        assertThat(catalogue.all().getFirst().virtualThreads()).isTrue();
    }

    @Test
    void the_projects_own_catalogue_has_all_variants_of_all_presets() {
        Catalogue catalogue = Catalogue.read(Path.of("..", "variants.yaml"));

        for (Preset preset : Preset.all()) {
            assertThat(catalogue.select(preset.variants()))
                    .extracting(Variant::id)
                    .isEqualTo(preset.variants());
        }
    }

    @Test
    void a_missing_field_is_named_with_its_line() {
        assertThat(complaint(ENTRY.replace("    jar: my-app/target/my-app.jar\n", "")))
                .startsWith("v.yaml, line 2: the field 'jar' is missing. Needed: id, stack,");
    }

    @Test
    void an_unknown_field_is_named_with_its_line_and_the_known_ones() {
        assertThat(complaint(ENTRY.replace("stack:", "stak:")))
                .startsWith("v.yaml, line 3: the field 'stak' is unknown. Known: id, stack,");
    }

    @Test
    void a_packaging_that_is_not_there_is_refused() {
        assertThat(complaint(ENTRY.replace("packaging: jvm", "packaging: native")))
                .isEqualTo("v.yaml, line 4: the field 'packaging' is 'native'. Allowed: 'jvm'.");
    }

    @Test
    void an_id_that_could_leave_its_folder_is_refused() {
        assertThat(complaint(ENTRY.replace("id: mine", "id: ../mine")))
                .startsWith("v.yaml, line 2: the field 'id' is '../mine'. Allowed:");
    }

    @Test
    void the_same_id_twice_is_refused() {
        assertThat(complaint(ENTRY + ENTRY.replace("variants:\n", ""))).contains("line 8", "'mine' is used twice");
    }

    @Test
    void text_that_is_no_yaml_is_refused_with_its_line() {
        assertThat(complaint("variants:\n  - id: [mine\n")).startsWith("v.yaml, line 3 is not YAML:");
    }

    @Test
    void a_file_without_variants_is_refused() {
        assertThat(complaint("")).contains("v.yaml is empty");
        assertThat(complaint("other: 1\n")).contains("the field 'other' is unknown");
        assertThat(complaint("variants: []\n")).contains("at least one entry");
    }

    @Test
    void an_unknown_variant_is_answered_with_the_valid_ones() {
        Catalogue catalogue = Catalogue.parse("v.yaml", ENTRY);

        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() -> catalogue.select(List.of("theirs")))
                .withMessage("Unknown variant 'theirs'. Valid: mine.")
                .extracting(Fault::kind)
                .isEqualTo(Fault.Kind.BAD_INPUT);
    }

    private static String complaint(String yaml) {
        return assertThatExceptionOfType(Fault.class)
                .isThrownBy(() -> Catalogue.parse("v.yaml", yaml))
                .actual()
                .line();
    }
}
