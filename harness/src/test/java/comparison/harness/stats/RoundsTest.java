package comparison.harness.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoundsTest {

    @Test
    void the_mean_of_several_figures_is_geometric_and_leaves_out_a_round_that_one_of_them_lacks() {
        Rounds mean = Rounds.mean(
                List.of(Spread.of(List.of(2.0, 3.0, 4.0)), Spread.of(Arrays.asList(8.0, null, 9.0))),
                List.of(Spread.of(List.of(1.0, 1.0, 2.0)), Spread.of(List.of(4.0, 1.0, 8.0))));

        assertThat(mean.values()).hasSize(2);
        assertThat(mean.values().get(0)).isCloseTo(4, within(1e-9));
        assertThat(mean.values().get(1)).isCloseTo(6, within(1e-9));
        assertThat(mean.base().get(0)).isCloseTo(2, within(1e-9));
        assertThat(mean.base().get(1)).isCloseTo(4, within(1e-9));
    }

    @Test
    void without_figures_there_are_no_rounds() {
        assertThat(Rounds.mean(List.of(), List.of()).ratio()).isEmpty();
    }
}
