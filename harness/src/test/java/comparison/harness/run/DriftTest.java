package comparison.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class DriftTest {

    /** By hand: the slope is -1.3515, so the share -0.1168; t is -3.00, with 8 degrees of freedom beyond 2.31. */
    @Test
    void aFallThatChanceDoesNotExplainIsADrift() {
        Drift drift = Drift.of(List.of(110.0, 113.0, 104.0, 108.0, 99.0, 107.0, 103.0, 95.0, 104.0, 98.0));

        assertThat(drift.share()).isCloseTo(-0.1168, within(0.0001));
        assertThat(drift.byChance()).isFalse();
        assertThat(drift.isAtMost(0.02)).isFalse();
        assertThat(drift.isAtMost(0.13)).isTrue();
    }

    @Test
    void noiseIsNotADriftHoweverLargeItIs() {
        Drift drift = Drift.of(List.of(100.0, 120.0, 90.0, 115.0, 85.0, 110.0, 95.0, 120.0, 80.0, 110.0));

        assertThat(Math.abs(drift.share())).isGreaterThan(0.02);
        assertThat(drift.isAtMost(0.02)).isTrue();
    }

    @Test
    void aLineWithoutNoiseIsADriftAndAConstantIsNone() {
        assertThat(Drift.of(List.of(1.0, 2.0, 3.0)).isAtMost(0.02)).isFalse();
        assertThat(Drift.of(List.of(3.0, 3.0, 3.0)).isAtMost(0.02)).isTrue();
    }
}
