package comparison.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.harness.raw.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanTest {

    private static final List<Variant> VARIANTS = List.of(variant("a"), variant("b"), variant("c"), variant("d"));

    @Test
    void the_same_seed_draws_the_same_order() {
        assertThat(plan(7, 3).order()).isEqualTo(plan(7, 3).order());
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
        assertThat(plan(1, 1).expectedSamples()).isEqualTo(8000);
    }

    @Test
    void warm_needs_a_load_that_is_discarded_and_cold_does_not() {
        assertThat(scenarios("cold").loadsPerInvocation()).isEqualTo(1);
        assertThat(scenarios("warm").loadsPerInvocation()).isEqualTo(2);
        assertThat(scenarios("warm", "cold", "warm").scenarios()).containsExactly(Scenario.COLD, Scenario.WARM);
    }

    @Test
    void quick_and_article_are_what_they_are_documented_to_be() {
        Preset quick = Preset.named("quick");
        assertThat(quick.variants()).containsExactly("sprout-nio-virtual", "servlet-platform", "webflux-platform");
        assertThat(List.of(quick.threads(), quick.loops(), quick.invocations())).containsExactly(10, 200, 1);

        Preset article = Preset.named("article");
        assertThat(article.variants()).hasSize(8).doesNotHaveDuplicates();
        assertThat(List.of(article.threads(), article.loops(), article.invocations()))
                .containsExactly(10, 1000, 1);
    }

    @Test
    void limits_are_kept_by_whatever_else_is_changed() {
        Plan none = plan(1, 1).with(Limits.NONE);

        assertThat(none.with(Plan.Traffic.ARTICLE).limits()).isEqualTo(Limits.NONE);
        assertThat(none.with(new Plan.Simulations(List.of("hello"), 1)).limits())
                .isEqualTo(Limits.NONE);
        assertThat(none.withInvocations(2).limits()).isEqualTo(Limits.NONE);
    }

    @Test
    void a_plan_is_read_with_the_limits_that_it_was_written_with(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("plan.json");
        Json.write(file, plan(1, 1).with(Limits.NONE));

        assertThat(Files.readString(file)).contains("\"limits\" : \"none\"");
        assertThat(Json.read(file, Plan.class)).contains(plan(1, 1).with(Limits.NONE));
    }

    @Test
    void a_plan_that_is_older_than_its_limits_has_those_of_the_article() {
        Path old = Path.of("..", "results", "published", "20261121-170834-article", "plan.json");

        assertThat(Json.read(old, Plan.class).map(Plan::limits)).contains(Limits.ARTICLE);
    }

    private static Plan plan(long seed, int invocations) {
        return Plan.draw("quick", VARIANTS, List.of(Scenario.COLD), invocations, 10, 200, seed);
    }

    private static Plan scenarios(String... ids) {
        return Plan.draw("quick", VARIANTS, Scenario.parse(List.of(ids)), 1, 10, 200, 1);
    }

    private static Variant variant(String id) {
        return new Variant(id, id, "jvm", id, id + ".jar", id, Map.of());
    }
}
