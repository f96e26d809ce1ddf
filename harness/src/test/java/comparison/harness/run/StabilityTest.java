package comparison.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class StabilityTest {

    private static final Stability FIVE_WITHIN_2_PERCENT = new Stability(5, 0.02);

    @Test
    void fewerWindowsThanLookedAtAreNeverSteady() {
        assertThat(FIVE_WITHIN_2_PERCENT.variation(List.of(100.0, 100.0, 100.0, 100.0)))
                .isNull();
        assertThat(FIVE_WITHIN_2_PERCENT.of(List.of(100.0, 100.0, 100.0, 100.0)))
                .isFalse();
    }

    /** Expected: numpy.std([98, 100, 102, 100, 100], ddof=1) / numpy.mean([98, 100, 102, 100, 100]). */
    @Test
    void variationIsTheSampleDeviationOverTheMean() {
        assertThat(FIVE_WITHIN_2_PERCENT.variation(List.of(98.0, 100.0, 102.0, 100.0, 100.0)))
                .isCloseTo(0.01414213562373095, within(1e-15));
    }

    @Test
    void onlyTheLastWindowsCount() {
        assertThat(FIVE_WITHIN_2_PERCENT.of(List.of(10.0, 50.0, 100.0, 100.0, 101.0, 100.0, 99.0)))
                .isTrue();
    }

    @Test
    void aRisingThroughputIsNotSteady() {
        assertThat(FIVE_WITHIN_2_PERCENT.of(List.of(90.0, 95.0, 100.0, 105.0, 110.0)))
                .isFalse();
    }
}
