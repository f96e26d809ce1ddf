package comparison.harness.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StatsTest {

    @Test
    void the_median_of_an_even_number_is_the_mean_of_the_middle_two() {
        assertThat(Spread.of(List.of(4.0, 1.0, 9.0, 2.0)))
                .isEqualTo(new Spread(4, 3.0, 1.0, 9.0, null, null, List.of(4.0, 1.0, 9.0, 2.0), List.of()));
        assertThat(Spread.of(List.of(4.0)))
                .isEqualTo(new Spread(1, 4.0, 4.0, 4.0, null, null, List.of(4.0), List.of()));
    }
}
