package comparison.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StabilityTest {

    private static final Stability FIVE_WITHIN_2_PERCENT = new Stability(5, 0.02);

    @Test
    void fewerWindowsThanLookedAtAreNeverStable() {
        assertThat(FIVE_WITHIN_2_PERCENT.of(List.of(100.0, 100.0, 100.0, 100.0)))
                .isFalse();
    }

    /** numpy.std([97, 100, 103, 100, 100], ddof=1) / numpy.mean([97, 100, 103, 100, 100]) is 0.0212, the slope is 0.6. */
    @Test
    void theVariationIsTheSampleDeviationOverTheMean() {
        assertThat(new Stability(5, 0.0213).of(List.of(97.0, 103.0, 100.0, 100.0, 100.0)))
                .isTrue();
        assertThat(new Stability(5, 0.0211).of(List.of(97.0, 103.0, 100.0, 100.0, 100.0)))
                .isFalse();
    }

    /** The deviation is 1.6 %, and the line goes from 98 to 102. */
    @Test
    void aDriftIsNotStableThoughTheVariationIsSmall() {
        assertThat(FIVE_WITHIN_2_PERCENT.of(List.of(98.0, 99.0, 100.0, 101.0, 102.0)))
                .isFalse();
        assertThat(FIVE_WITHIN_2_PERCENT.of(List.of(98.0, 102.0, 100.0, 101.0, 99.0)))
                .isTrue();
    }

    @Test
    void onlyTheLastWindowsCount() {
        assertThat(FIVE_WITHIN_2_PERCENT.of(List.of(10.0, 50.0, 100.0, 100.0, 101.0, 100.0, 99.0)))
                .isTrue();
    }

    @Test
    void aRisingThroughputIsNotStable() {
        assertThat(FIVE_WITHIN_2_PERCENT.of(List.of(90.0, 95.0, 100.0, 105.0, 110.0)))
                .isFalse();
    }
}
