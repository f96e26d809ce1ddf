package comparison.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import comparison.harness.Fault;
import comparison.harness.plan.Goal;
import comparison.harness.raw.Ladder.Step;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RateSearchTest {

    private static final double MOST = 1_800;

    private static Step step(double rate, double limit) {
        return new Step(rate, 1, 0, rate > limit ? 80 : 8, rate > limit ? "it is 80 ms" : null);
    }

    private static double found(double limit) {
        return RateSearch.highest(new RateSearch(MOST, rate -> step(rate, limit)).run())
                .orElse(0);
    }

    @ParameterizedTest
    @ValueSource(doubles = {100, 149, 333, 700, 1_234, 1_700})
    void the_highest_rate_is_known_to_a_tenth(double limit) {
        assertThat(found(limit)).isBetween(limit / 1.1 - 1, limit);
    }

    @Test
    void a_server_that_keeps_every_rate_is_loaded_with_what_the_client_can_send() {
        assertThat(found(MOST * 2)).isEqualTo(MOST);
    }

    @Test
    void a_server_that_misses_the_lowest_rate_has_no_highest() {
        assertThat(RateSearch.highest(new RateSearch(MOST, rate -> step(rate, 0)).run()))
                .isEmpty();
    }

    @Test
    void one_hiccup_does_not_end_the_search() {
        List<Double> tried = new ArrayList<>();
        List<Step> steps = new RateSearch(MOST, rate -> {
                    tried.add(rate);
                    return tried.size() == 2 ? step(rate, 0) : step(rate, 600);
                })
                .run();

        assertThat(RateSearch.highest(steps).orElse(0)).isBetween(545.0, 600.0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"p99", "p99=", "p99=0ms", "p0=5ms", "p100=5ms", "99=50ms", "p99=50s", ""})
    void what_is_no_goal_is_refused_by_name(String text) {
        assertThatThrownBy(() -> Goal.parse(text)).isInstanceOf(Fault.class).hasMessageContaining("--slo");
    }

    @Test
    void a_goal_reads_as_it_is_written() {
        assertThat(Goal.parse("p99.9 = 200ms").text()).isEqualTo("p99.9=200ms");
        assertThat(Goal.parse("p99=50ms").text()).isEqualTo("p99=50ms");
    }
}
