package comparison.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import comparison.harness.Fault;
import comparison.harness.workload.Simulation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CatalogueTest {

    private static final Path RESOURCES = Path.of("src", "test", "resources", "comparison", "harness", "plan");

    private static final String ENTRY = """
            stacks:
              - id: mine
                name: Mine
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

    /** The ids are in published results, in the documentation and in other people's scripts. */
    @Test
    void the_catalogues_still_have_the_variants_and_presets_that_they_always_had() throws IOException {
        Map<String, List<String>> expected = new TreeMap<>();
        String section = "";
        for (String line : Files.readAllLines(RESOURCES.resolve("catalogue.txt"))) {
            if (line.startsWith("# ")) {
                section = line.substring(2);
            } else {
                expected.computeIfAbsent(section, _ -> new ArrayList<>()).add(line.replace("  ", " "));
            }
        }
        List<String> presets = expected.remove("presets");

        expected.forEach(
                (file, lines) -> assertThat(Catalogue.read(Path.of("..", file)).all())
                        .extracting(CatalogueTest::line)
                        .containsAll(lines));
        assertThat(Catalogue.read(Path.of("..", "variants.yaml")).presets())
                .extracting(CatalogueTest::line)
                .containsAll(presets);
    }

    private static String line(Variant variant) {
        return String.join(
                        " | ",
                        variant.id(),
                        variant.stack(),
                        variant.packaging().id(),
                        variant.app(),
                        variant.jar(),
                        variant.environment().toString(),
                        String.join(" ", variant.flags()),
                        variant.serves().id())
                .replace("  ", " ");
    }

    private static String line(Preset preset) {
        List<Simulation> simulations = preset.simulations();
        return String.join(
                        " | ",
                        preset.id(),
                        "%d x %d, %d".formatted(preset.threads(), preset.loops(), preset.warmLoops()),
                        "%d starts, %s".formatted(preset.invocations(), preset.phases()),
                        simulations.isEmpty()
                                ? ""
                                : simulations.stream().map(Simulation::id).toList() + " x "
                                        + simulations.getFirst().timeScale(),
                        String.join(" ", preset.variants()))
                .replace("  ", " ");
    }

    @Test
    void the_reference_is_marked_in_the_variant_that_it_names() {
        assertThat(Catalogue.parse("v.yaml", ENTRY).all())
                .extracting(Variant::reference)
                .containsExactly(false);
        assertThat(Catalogue.parse("v.yaml", ENTRY + "reference: mine\n").all())
                .extracting(Variant::reference)
                .containsExactly(true);
        assertThat(complaint(ENTRY + "reference: yours\n"))
                .isEqualTo("v.yaml, line 7: there is no variant 'yours'. Valid: mine.");
    }

    @Test
    void a_variant_is_its_base_with_further_settings_and_flags() {
        Variant changed = Catalogue.parse("v.yaml", ENTRY + """
                    environment: { A: 1, B: 2 }
                    flags: [-Xa]
                variants:
                  - id: mine-b
                    base: mine
                    name: Mine with another B
                    environment: { B: 3 }
                    flags: [-Xb]
                """).all().getLast();

        assertThat(changed.id()).isEqualTo("mine-b");
        assertThat(changed.stack()).isEqualTo("Mine with another B");
        assertThat(changed.environment()).isEqualTo(Map.of("A", "1", "B", "3"));
        assertThat(changed.flags()).containsExactly("-Xa", "-Xb");
        assertThat(changed.jar()).isEqualTo("my-app/target/my-app.jar");
    }

    @Test
    void each_value_of_an_axis_is_a_variant_and_stands_where_the_axis_is_named() {
        Catalogue catalogue = Catalogue.parse(
                "v.yaml",
                ENTRY.replace("id: mine", "id: mine-{engine}-{threads}").replace("name: Mine", "name: Mine ({engine})")
                        + "    axes: { engine: [a, b], threads: [c, d] }\n    environment: { T: \"{threads}\" }\n");

        assertThat(catalogue.all())
                .extracting(
                        Variant::id,
                        Variant::stack,
                        variant -> variant.environment().get("T"))
                .containsExactly(
                        tuple("mine-a-c", "Mine (a)", "c"),
                        tuple("mine-a-d", "Mine (a)", "d"),
                        tuple("mine-b-c", "Mine (b)", "c"),
                        tuple("mine-b-d", "Mine (b)", "d"));
        assertThat(complaint(ENTRY + "    axes: { threads: [a, b] }\n"))
                .startsWith(
                        "v.yaml, line 2: the id 'mine' is used twice. Give each variant its own, with each axis in it.");
        assertThat(complaint(ENTRY.replace("id: mine", "id: mine-{treads}")))
                .startsWith("v.yaml, line 2: the field 'id' is 'mine-{treads}'. Allowed:");
    }

    @Test
    void a_base_that_is_not_there_is_answered_with_similar_ones() {
        assertThat(complaint(ENTRY + "variants:\n  - id: other\n    name: Other\n    base: mien\n"))
                .isEqualTo("v.yaml, line 10: there is no variant 'mien'. Valid: mine.");
    }

    @Test
    void a_preset_measures_its_variants_in_their_order() {
        String packed = ENTRY + "    axes: { packaging: [jvm, native] }\n";
        String preset = "presets:\n  - {id: p, about: P, variants: [mine-native, mine], threads: 1, loops: 2}\n";

        assertThat(Catalogue.parse("v.yaml", packed + preset).preset("p").variants())
                .containsExactly("mine-native", "mine");
        assertThat(complaint(ENTRY + preset))
                .isEqualTo("v.yaml, line 8: there is no variant 'mine-native'. Valid: mine.");
        assertThat(complaint(packed + preset.replace("loops: 2", "loops: 0")))
                .isEqualTo("v.yaml, line 9: the field 'loops' is 0. Allowed: 1 to 1000000.");
        assertThat(complaint(packed + preset.replace("loops: 2", "loops: many")))
                .isEqualTo("v.yaml, line 9: the field 'loops' must be a number.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '`', textBlock = """
            id: mine        ~ id: "mine\\n  evil:"                  ~ line 2: the field 'id' is
            name: Mine      ~ name: "<script>alert(1)</script>"    ~ line 3: the field 'name' is
            name: Mine      ~ name: "a | b"                        ~ line 3: the field 'name' is
            name: Mine      ~ name: "[a](javascript:b)"            ~ line 3: the field 'name' is
            app: my-app     ~ app: -Dexec                          ~ line 4: the field 'app' is
            app: my-app     ~ app: ../elsewhere                    ~ line 4: the field 'app' is
            jar: my-app/target/my-app.jar ~ jar: -XX:OnError=evil  ~ line 5: the field 'jar' is
            service: mine   ~ service: "mine: {privileged: true}"  ~ line 6: the field 'service' is
            service: mine   ~ environment: { "A: b": c }           ~ line 6: the field 'environment' is 'A: b'.
            service: mine   ~ environment: { A: "b\\nprivileged: true" } ~ line 6: the field 'A' is
            service: mine   ~ environment: { SERVER_PORT: http }   ~ line 6: the field 'SERVER_PORT' is 'http'. Allowed: 0 to
            service: mine   ~ environment: { MANAGEMENT_SERVER_PORT: 65536 } ~ line 6: the field 'MANAGEMENT_SERVER_PORT' is
            service: mine   ~ flags: ["-Xmx1g @file"]              ~ line 6: the field 'flags' is
            """)
    void what_would_reach_yaml_a_command_or_a_page_as_more_than_a_text_is_refused(
            String harmless, String hostile, String complaint) {
        assertThat(complaint(ENTRY.replace(harmless.strip(), hostile.strip())))
                .startsWith("v.yaml, " + complaint.strip());
    }

    @Test
    void an_image_is_a_name_and_nothing_else() {
        assertThat(complaint("stacks:\n  - {id: mine, name: Mine, image: \"a\\\"\\n    privileged: true\"}\n"))
                .startsWith("v.yaml, line 2: the field 'image' is");
    }

    @Test
    void a_plan_of_somebody_else_can_hold_no_more_than_a_catalogue() {
        assertThatThrownBy(() -> new Variant("../mine", "Mine", "jvm", "a", "a.jar", "a", Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a variant has '../mine'. Allowed: lower case letters, digits and dashes");
    }

    @Test
    void an_alias_is_refused() {
        assertThat(complaint(ENTRY.replace("name: Mine", "name: &n Mine") + "    flags: *n\n"))
                .isEqualTo("v.yaml, line 7: the field 'flags' must be written out; aliases are not supported.");
    }

    @Test
    void a_field_that_is_given_twice_is_refused_with_its_line() {
        assertThat(complaint(ENTRY + "    name: Yours\n"))
                .startsWith("v.yaml, line 7: ")
                .contains("name");
    }

    @Test
    void a_value_of_another_form_is_refused_with_its_line() {
        assertThat(complaint(ENTRY + "    flags: -Xmx1g\n"))
                .isEqualTo("v.yaml, line 7: the field 'flags' must be a list.");
        assertThat(complaint(ENTRY.replace("name: Mine", "name: [Mine]")))
                .isEqualTo("v.yaml, line 3: the field 'name' must be a single value.");
        assertThat(complaint(ENTRY + "    environment: [A]\n"))
                .isEqualTo("v.yaml, line 7: the field 'environment' must be a list of 'field: value'.");
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
    void a_variant_may_serve_less_than_everything() {
        assertThat(Catalogue.parse("v.yaml", ENTRY).all())
                .extracting(Variant::serves)
                .containsExactly(Served.EVERYTHING);
        assertThat(Catalogue.parse("v.yaml", ENTRY + "    serves: person-api\n").all())
                .extracting(Variant::serves)
                .containsExactly(Served.PERSON_API);
        assertThat(Catalogue.parse("v.yaml", ENTRY + "    serves: waiting\n").all())
                .extracting(Variant::serves)
                .containsExactly(Served.WAITING);
        assertThat(Catalogue.parse("v.yaml", ENTRY + "    serves: load-plan\n").all())
                .extracting(Variant::serves)
                .containsExactly(Served.LOAD_PLAN);
        assertThat(complaint(ENTRY + "    serves: hello\n"))
                .isEqualTo(
                        "v.yaml, line 7: Unknown value of serves 'hello'. Valid: everything, waiting, person-api, spring-data, load-plan.");
    }

    @Test
    void a_preset_sends_no_simulation_to_whom_lacks_its_routes() {
        String preset =
                "presets:\n  - {id: p, about: P, variants: [mine], simulations: [hello], threads: 1, loops: 2}\n";

        assertThat(Catalogue.parse("v.yaml", ENTRY + preset).preset("p").simulations())
                .hasSize(1);
        assertThat(complaint(ENTRY + "    serves: person-api\n" + preset))
                .isEqualTo(
                        "v.yaml, line 9: 'mine' can't answer the simulation 'hello', which asks for /benchmark: it says 'serves: person-api'. Leave out the variant or the simulations.");
    }

    @Test
    void what_serves_waiting_calls_answers_the_ladder_and_no_other_simulation() {
        String preset = "presets:\n  - {id: p, about: P, variants: [mine], simulations: [%s], threads: 1, loops: 2}\n";
        String waiting = ENTRY + "    serves: waiting\n";

        assertThat(Catalogue.parse("v.yaml", waiting + preset.formatted("ladder-10, ladder-5000"))
                        .preset("p")
                        .simulations())
                .hasSize(2);
        assertThat(complaint(waiting + preset.formatted("ladder-10, hello"))).contains("'hello'", "'serves: waiting'");
    }

    @Test
    void a_native_variant_has_no_jvm_for_flags() {
        String entry = ENTRY.replace(
                "    service:", "    flags: [-Xmn64m]\n    axes: {packaging: [jvm, native]}\n    service:");
        assertThat(Catalogue.parse("v.yaml", entry).all())
                .extracting(Variant::flags)
                .containsExactly(List.of("-Xmn64m"), List.of());

        assertThat(complaint(entry + "variants:\n  - {id: a, name: A, base: mine-native, flags: [-Xmn64m]}\n"))
                .contains("the field 'flags' needs a JVM and a jar, and 'mine-native' has none");
    }

    @Test
    void two_presets_of_the_same_id_are_refused() {
        String preset = "  - {id: p, about: P, variants: [mine], threads: 1, loops: 2}\n";

        assertThat(complaint(ENTRY + "presets:\n" + preset + preset)).contains("the preset 'p' is there twice");
    }

    @Test
    void a_missing_field_is_named_with_its_line() {
        assertThat(complaint(ENTRY.replace("    name: Mine\n", "")))
                .isEqualTo("v.yaml, line 2: the field 'name' is missing.");
        assertThat(complaint(ENTRY.replace("id: mine\n    ", "")))
                .isEqualTo("v.yaml, line 2: the field 'id' is missing.");
    }

    @Test
    void an_unknown_field_is_named_with_its_line_and_similar_ones() {
        assertThat(complaint(ENTRY.replace("jar:", "jra:")))
                .startsWith("v.yaml, line 5: the field 'jra' is unknown. Did you mean jar, ")
                .contains("Known: ", "aot-jar");
    }

    @Test
    void each_packaging_is_a_variant_with_an_id_of_its_own_and_the_same_service() {
        Catalogue catalogue =
                Catalogue.parse("v.yaml", ENTRY + "    axes: { packaging: [jvm, aot-start, aot-traffic, native] }\n");

        assertThat(catalogue.all())
                .extracting(Variant::id, Variant::packaging, Variant::service)
                .containsExactly(
                        tuple("mine", Packaging.JVM, "mine"),
                        tuple("mine-aot-start", Packaging.JVM_AOT_START, "mine"),
                        tuple("mine-aot-traffic", Packaging.JVM_AOT_TRAFFIC, "mine"),
                        tuple("mine-native", Packaging.NATIVE, "mine"));
    }

    @Test
    void an_aot_cache_may_be_made_for_another_jar_and_nothing_else_is_started_from_it() {
        Catalogue catalogue = Catalogue.parse(
                "v.yaml",
                ENTRY
                        + "    aot-jar: my-app/target/aot-platform/my-app.jar\n    axes: { packaging: [jvm, aot-start, aot-traffic, native] }\n");

        assertThat(catalogue.all())
                .extracting(Variant::jar)
                .containsExactly(
                        "my-app/target/my-app.jar",
                        "my-app/target/aot-platform/my-app.jar",
                        "my-app/target/aot-platform/my-app.jar",
                        "my-app/target/my-app.jar");
        assertThat(complaint("stacks:\n  - {id: mine, name: Mine, image: mine, aot-jar: my.jar}\n"))
                .contains("the field 'aot-jar' needs a jar");
    }

    @Test
    void a_packaging_that_is_not_there_is_refused() {
        assertThat(complaint(ENTRY + "    axes: { packaging: [jvm, war] }\n"))
                .isEqualTo(
                        "v.yaml, line 7: the field 'packaging' has 'war'. Allowed: jvm, aot-start, aot-traffic, native.");
        assertThat(complaint(ENTRY + "    axes: { packaging: [] }\n")).contains("'packaging' must be a list");
    }

    @Test
    void flags_are_read_one_by_one() {
        Catalogue catalogue = Catalogue.parse("v.yaml", ENTRY + "    flags: [\"-XX:+UseZGC\", -Xlog:gc]\n");

        assertThat(catalogue.all().getFirst().flags()).containsExactly("-XX:+UseZGC", "-Xlog:gc");
        assertThat(complaint(ENTRY + "    flags: [UseZGC]\n")).contains("'flags' is 'UseZGC'. Allowed: flags of a JVM");
    }

    @Test
    void an_id_that_could_leave_its_folder_is_refused() {
        assertThat(complaint(ENTRY.replace("id: mine", "id: ../mine")))
                .startsWith("v.yaml, line 2: the field 'id' is '../mine'. Allowed:");
    }

    @Test
    void the_same_id_twice_is_refused() {
        assertThat(complaint(ENTRY + ENTRY.replace("stacks:\n", ""))).contains("line 7", "'mine' is used twice");
    }

    @Test
    void text_that_is_no_yaml_is_refused_with_its_line() {
        assertThat(complaint("stacks:\n  - id: \"mine\n")).startsWith("v.yaml, line 2: this is not YAML:");
    }

    @Test
    void a_file_without_stacks_is_refused() {
        assertThat(complaint("")).contains("v.yaml has no stacks");
        assertThat(complaint("other: 1\n")).contains("the field 'other' is unknown");
        assertThat(complaint("stacks: []\n")).contains("v.yaml has no stacks");
    }

    @Test
    void an_unknown_variant_is_answered_with_the_valid_ones_if_they_are_few() {
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
