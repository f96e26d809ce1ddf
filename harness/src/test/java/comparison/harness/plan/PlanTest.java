package comparison.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import comparison.harness.record.Json;
import comparison.harness.workload.Loops;
import comparison.harness.workload.Phase;
import comparison.harness.workload.Rate;
import comparison.harness.workload.Simulation;
import comparison.harness.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanTest {

    private static final List<Variant> VARIANTS = List.of(variant("a"), variant("b"), variant("c"), variant("d"));

    @Test
    void the_same_seed_draws_the_same_order() {
        assertThat(plan(7, 3).order()).isEqualTo(plan(7, 3).order());
    }

    @Test
    void a_plan_of_somebody_else_starts_only_what_it_has() {
        Plan plan = plan(7, 1);

        assertThatThrownBy(() -> plan.withOrder(1, List.of(new Plan.Slot("../../mine", 1))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a start is of the variant '../../mine', which the plan does not have");
        assertThatThrownBy(() -> plan.withOrder(1, List.of(new Plan.Slot("a", 1, "../mine"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a start is of the simulation '../mine', which the plan does not have");
    }

    @Test
    void another_seed_draws_another_order() {
        assertThat(plan(7, 6).order()).isNotEqualTo(plan(8, 6).order());
    }

    @Test
    void every_round_has_every_variant_once() {
        List<Plan.Slot> order = plan(3, 5).order();

        for (int round = 0; round < 5; round++) {
            List<Plan.Slot> slots = order.subList(round * 4, round * 4 + 4);
            assertThat(slots).extracting(Plan.Slot::variant).containsExactlyInAnyOrder("a", "b", "c", "d");
            assertThat(slots).extracting(Plan.Slot::invocation).containsOnly(round + 1);
        }
    }

    @Test
    void a_loop_has_four_samples() {
        assertThat(new Loops(10, 200).requests()).isEqualTo(8000);
    }

    @Test
    void the_warm_load_has_loops_of_its_own() {
        Loops loops = new Loops(10, 250, 600);

        assertThat(loops.in(Phase.COLD).requests()).isEqualTo(10_000);
        assertThat(loops.in(Phase.SECOND).requests()).isEqualTo(10_000);
        assertThat(loops.in(Phase.WARM).requests()).isEqualTo(24_000);
        assertThat(loops.words())
                .endsWith(
                        "10 threads x 250 loops of create, read, update, delete, 600 in the warm load: 10000 and 24000 samples per load");
    }

    @Test
    void warm_needs_a_load_that_is_discarded_and_cold_does_not() {
        assertThat(scenarios("cold").loadsPerInvocation()).isEqualTo(1);
        assertThat(scenarios("warm").loadsPerInvocation()).isEqualTo(2);
        assertThat(scenarios("cold", "second", "warm").loadsPerInvocation()).isEqualTo(3);
        assertThat(scenarios("warm", "cold", "warm").phases()).containsExactly(Phase.COLD, Phase.WARM);
    }

    @Test
    void limits_and_who_observes_are_kept_by_a_plan_of_more_starts() {
        Plan none = plan(1, 1).with("jmeter", Limits.NONE, false, TableState.EMPTY);

        assertThat(none.withInvocations(2).limits()).isEqualTo(Limits.NONE);
        assertThat(none.withInvocations(2).scraped()).isFalse();
        assertThat(plan(1, 1).withInvocations(2).scraped()).isTrue();
    }

    @Test
    void a_plan_is_read_as_it_was_written(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("plan.json");
        List<Workload> kinds = List.of(
                new Loops(10, 200),
                new Rate(500, 20),
                new Rate(5000, 20, 10),
                Simulation.named("hello").scaled(0.1),
                Simulation.named("ladder-10"));
        for (Workload workload : kinds) {
            Plan plan = Plan.draw("quick", VARIANTS, List.of(workload), List.of(Phase.COLD, Phase.WARM), 2, 1)
                    .with("hyperfoil", Limits.NONE, false, TableState.EMPTY);
            Json.write(file, plan);

            assertThat(Json.read(file, Plan.class)).contains(plan);
        }
        assertThat(Files.readString(file)).contains("\"limits\" : \"none\"", "\"kind\" : \"simulation\"");
    }

    @Test
    void the_plan_of_each_published_run_is_read() throws IOException {
        try (Stream<Path> runs = Files.list(Path.of("..", "results", "published"))) {
            assertThat(runs.filter(run -> !run.getFileName().toString().startsWith("engine"))
                            .map(run -> run.resolve("plan.json"))
                            .filter(Files::isRegularFile))
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(Json.read(file, Plan.class))
                            .hasValueSatisfying(
                                    plan -> assertThat(plan.schemaVersion()).isEqualTo(Plan.SCHEMA_VERSION)));
        }
    }

    private static Plan plan(long seed, int invocations) {
        return Plan.draw("quick", VARIANTS, List.of(new Loops(10, 200)), List.of(Phase.COLD), invocations, seed);
    }

    private static Plan scenarios(String... ids) {
        return Plan.draw("quick", VARIANTS, List.of(new Loops(10, 200)), Phase.parse(List.of(ids)), 1, 1);
    }

    private static Variant variant(String id) {
        return new Variant(id, id, "jvm", id, id + ".jar", id, Map.of());
    }
}
