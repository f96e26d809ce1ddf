package comparison.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

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
