package comparison.harness.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class StatsTest {

    /** By the textbook formulas of a regression line, with t(0.975; 3) = 3.1824463. */
    @Test
    void a_ratio_that_is_adjusted_for_a_covariate_is_the_intercept_of_the_line() {
        Ratio ratio = Ratio.adjusted(
                        List.of(110.0, 121.0, 100.0, 130.0, 118.0),
                        List.of(100.0, 104.0, 98.0, 111.0, 103.0),
                        List.of(1.00, 1.05, 0.97, 1.08, 1.03))
                .orElseThrow();

        assertThat(ratio.estimate()).isCloseTo(1.0835123109672908, within(1e-9));
        assertThat(ratio.low()).isCloseTo(1.0428803009208971, within(1e-9));
        assertThat(ratio.high()).isCloseTo(1.1257273984185914, within(1e-9));
        assertThat(Ratio.adjusted(List.of(1.0, 2.0, 3.0), List.of(1.0, 1.0, 1.0), List.of(2.0, 2.0, 2.0)))
                .isEmpty();
    }

    @Test
    void the_median_of_an_even_number_is_the_mean_of_the_middle_two() {
        assertThat(Spread.of(List.of(4.0, 1.0, 9.0, 2.0)))
                .isEqualTo(new Spread(4, 3.0, 1.0, 9.0, null, null, List.of(4.0, 1.0, 9.0, 2.0), List.of()));
        assertThat(Spread.of(List.of(4.0)))
                .isEqualTo(new Spread(1, 4.0, 4.0, 4.0, null, null, List.of(4.0), List.of()));
    }
}
