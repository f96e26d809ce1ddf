package comparison.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.harness.plan.Plan;
import comparison.harness.plan.Variant;
import comparison.harness.record.Environment;
import comparison.harness.workload.Loops;
import comparison.harness.workload.Phase;
import comparison.harness.workload.Simulation;
import comparison.harness.workload.Workload;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ConditionsTest {

    private static final String BUILDS = "image build time: with a cold layer cache and a warm dependency cache";
    private static final Environment.Image BUILT = new Environment.Image("sha256:1", 42.0, 1_000_000);

    @Test
    void native_images_have_their_flags_in_a_line() {
        assertThat(lines(plan("jvm", "native"), List.of("-Xmx1", "-XX:ActiveProcessorCount=2"), Map.of()))
                .contains("native images: no JVM; flags -Xmx1 -XX:ActiveProcessorCount=2");
    }

    @Test
    void without_a_native_image_there_is_no_word_of_them() {
        assertThat(lines(plan("jvm"), List.of("-Xmx1"), Map.of())).noneMatch(line -> line.contains("native"));
    }

    @Test
    void where_images_were_built_it_is_said_with_what_in_the_caches() {
        Plan plan = plan("jvm");

        assertThat(lines(plan, null, Map.of("jvm", BUILT))).containsOnlyOnce(BUILDS);
        assertThat(lines(plan, null, Map.of("jvm", new Environment.Image("sha256:1", null, 1))))
                .doesNotContain(BUILDS);
        assertThat(lines(plan, null, Map.of())).doesNotContain(BUILDS);
    }

    @Test
    void simulations_have_no_column_of_builds_and_no_line_of_them() {
        Plan simulations = plan(List.of(Simulation.named("hello")), "jvm");

        assertThat(lines(simulations, null, Map.of("jvm", BUILT))).doesNotContain(BUILDS);
    }

    @Test
    void flags_of_one_variant_alone_are_said_of_it_and_of_no_other() {
        Variant common = new Variant("common", "Sprout", "jvm", "a", "a.jar", "a", Map.of());
        Variant own = new Variant("own", "Sprout", "jvm", "a", "a.jar", "a", Map.of())
                .withFlags(List.of("-Xmx4g", "-XX:+UseZGC"));
        Plan plan = Plan.draw("quick", List.of(common, own), List.of(new Loops(1, 1)), List.of(Phase.COLD), 1, 1);

        assertThat(lines(plan, null, Map.of()))
                .containsOnlyOnce("own besides: -Xmx4g -XX:+UseZGC")
                .noneMatch(line -> line.startsWith("common"));
    }

    @Test
    void a_processor_that_is_known_better_than_by_its_name_has_a_line() {
        Environment.Machine machine = new Environment.Machine(
                "A processor",
                "AuthenticAMD family 25 model 17 stepping 1",
                1,
                2596.1,
                Map.of("spectre_v1", "Mitigation: barriers"),
                2,
                8L << 30,
                "Linux 6",
                "Debian");

        assertThat(lines(plan("jvm"), null, Map.of(), machine))
                .containsOnlyOnce(
                        "processor: AuthenticAMD family 25 model 17 stepping 1; 1 thread per core; 2596 MHz; mitigated: spectre_v1");
        assertThat(lines(plan("jvm"), null, Map.of())).noneMatch(line -> line.startsWith("processor"));
    }

    private static Plan plan(String... packagings) {
        return plan(List.of(new Loops(1, 1)), packagings);
    }

    private static Plan plan(List<? extends Workload> workloads, String... packagings) {
        List<Variant> variants = List.of(packagings).stream()
                .map(packaging -> new Variant(packaging, "Sprout", packaging, "a", "a.jar", "a", Map.of()))
                .toList();
        return Plan.draw("article", variants, workloads, List.of(Phase.COLD), 1, 1);
    }

    private static List<String> lines(
            Plan plan, @Nullable List<String> nativeFlags, Map<String, Environment.Image> images) {
        return lines(
                plan,
                nativeFlags,
                images,
                new Environment.Machine("A processor", null, null, null, null, 2, 8L << 30, "Linux 6", "Debian"));
    }

    private static List<String> lines(
            Plan plan,
            @Nullable List<String> nativeFlags,
            Map<String, Environment.Image> images,
            Environment.Machine machine) {
        return new Conditions(
                        plan,
                        new Environment(
                                2,
                                "2026-01-02T03:04:05Z",
                                "docker",
                                "asked for",
                                List.of(),
                                "control groups",
                                "OpenJDK 25",
                                List.of("-XX:+UseSerialGC"),
                                nativeFlags,
                                "JMeter 5.6.3",
                                "PostgreSQL 18",
                                machine,
                                "0123456789ab",
                                0.25,
                                images,
                                null))
                .lines();
    }
}
