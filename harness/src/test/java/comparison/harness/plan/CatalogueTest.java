package comparison.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

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
    void the_catalogue_of_experiments_changes_settings_and_flags_of_one_application() {
        List<Variant> all =
                Catalogue.read(Path.of("..", "experiments", "variants.yaml")).all();

        assertThat(all).extracting(Variant::jar).containsOnly("experiments/target/experiments.jar");
        assertThat(all)
                .extracting(variant -> List.of(variant.environment(), variant.flags()))
                .doesNotHaveDuplicates();
    }

    @Test
    void a_variant_may_serve_no_more_than_the_load_plan() {
        assertThat(Catalogue.parse("v.yaml", ENTRY).all())
                .extracting(Variant::serves)
                .containsExactly(Served.PERSON_API);
        assertThat(Catalogue.parse("v.yaml", ENTRY + "    serves: load-plan\n").all())
                .extracting(Variant::serves)
                .containsExactly(Served.LOAD_PLAN);
        assertThat(complaint(ENTRY + "    serves: hello\n"))
                .startsWith("v.yaml, line 7: the field 'serves' is 'hello'. Allowed: person-api, load-plan.");
    }

    @Test
    void a_missing_field_is_named_with_its_line() {
        assertThat(complaint(ENTRY.replace("    stack: Mine\n", "")))
                .startsWith("v.yaml, line 2: the field 'stack' is missing. Needed: id, stack.");
    }

    @Test
    void an_unknown_field_is_named_with_its_line_and_the_known_ones() {
        assertThat(complaint(ENTRY.replace("stack:", "stak:")))
                .startsWith("v.yaml, line 3: the field 'stak' is unknown. Known: id, stack,");
    }

    @Test
    void each_packaging_is_a_variant_with_an_id_and_a_service_of_its_own() {
        Catalogue catalogue =
                Catalogue.parse("v.yaml", ENTRY + "    packagings: [jvm, jvm-aot-start, jvm-aot-traffic, native]\n");

        assertThat(catalogue.all())
                .extracting(Variant::id, Variant::packaging, Variant::service)
                .containsExactly(
                        tuple("mine", Packaging.JVM, "mine"),
                        tuple("mine-aot-start", Packaging.JVM_AOT_START, "mine-aot-start"),
                        tuple("mine-aot-traffic", Packaging.JVM_AOT_TRAFFIC, "mine-aot-traffic"),
                        tuple("mine-native", Packaging.NATIVE, "mine-native"));
    }

    @Test
    void an_aot_cache_may_be_made_for_another_jar_and_nothing_else_is_started_from_it() {
        Catalogue catalogue = Catalogue.parse(
                "v.yaml",
                ENTRY
                        + "    aot-jar: my-app/target/aot-platform/my-app.jar\n    packagings: [jvm, jvm-aot-start, jvm-aot-traffic, native]\n");

        assertThat(catalogue.all())
                .extracting(Variant::jar)
                .containsExactly(
                        "my-app/target/my-app.jar",
                        "my-app/target/aot-platform/my-app.jar",
                        "my-app/target/aot-platform/my-app.jar",
                        "my-app/target/my-app.jar");
        assertThat(complaint("variants:\n  - {id: mine, stack: Mine, image: mine, aot-jar: my.jar}\n"))
                .contains("the field 'aot-jar' needs a jar");
    }

    @Test
    void a_packaging_that_is_not_there_is_refused() {
        assertThat(complaint(ENTRY + "    packagings: [jvm, war]\n"))
                .isEqualTo(
                        "v.yaml, line 7: the field 'packagings' has 'war'. Allowed: jvm, jvm-aot-start, jvm-aot-traffic, native.");
        assertThat(complaint(ENTRY + "    packagings: []\n")).contains("'packagings' must be a list");
    }

    @Test
    void flags_are_read_one_by_one() {
        Catalogue catalogue = Catalogue.parse("v.yaml", ENTRY + "    flags: [\"-XX:+UseZGC\", -Xlog:gc]\n");

        assertThat(catalogue.all().getFirst().flags()).containsExactly("-XX:+UseZGC", "-Xlog:gc");
        assertThat(complaint(ENTRY + "    flags: [UseZGC]\n")).contains("'flags' is 'UseZGC'. Allowed: flags of a JVM");
    }

    @Test
    void article_full_has_every_packaging_of_every_variant_of_article() {
        assertThat(Preset.named("article-full").variants())
                .hasSize(4 * Preset.named("article").variants().size())
                .containsAll(Preset.named("article").variants());
    }

    @Test
    void an_id_that_could_leave_its_folder_is_refused() {
        assertThat(complaint(ENTRY.replace("id: mine", "id: ../mine")))
                .startsWith("v.yaml, line 2: the field 'id' is '../mine'. Allowed:");
    }

    @Test
    void the_same_id_twice_is_refused() {
        assertThat(complaint(ENTRY + ENTRY.replace("variants:\n", ""))).contains("line 7", "'mine' is used twice");
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
