package comparison.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.harness.record.Steady;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WarmUpTest {

    @Test
    void steadyIsAConstantThroughputAtAConstantCostWithoutMuchCompiling() {
        assertThat(WarmUp.isSteady(windows(10, 1000, 100.0, 0.01))).isTrue();
        assertThat(WarmUp.isSteady(windows(9, 1000, 100.0, 0.01))).isFalse();
    }

    @Test
    void aCostThatFallsIsNotSteadyThoughTheThroughputIs() {
        List<Steady.Window> windows = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            windows.add(window(1000, 100.0 - i, 0.01));
        }

        assertThat(WarmUp.isSteady(windows)).isFalse();
    }

    @Test
    void aThroughputThatRisesIsNotSteadyThoughTheCostIs() {
        List<Steady.Window> windows = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            windows.add(window(1000 + 10 * i, 100.0, 0.01));
        }

        assertThat(WarmUp.isSteady(windows)).isFalse();
    }

    @Test
    void oneDisturbedWindowDoesNotMakeAServerUnsteady() {
        List<Steady.Window> windows = windows(6, 1000, 100.0, 0.0);
        windows.add(window(700, 130.0, 0.0));
        windows.addAll(windows(3, 1000, 100.0, 0.0));

        assertThat(WarmUp.isSteady(windows)).isTrue();
    }

    @Test
    void aServerWhoseCompilersWorkInOneOfTheLastWindowsIsNotSteady() {
        List<Steady.Window> windows = windows(9, 1000, 100.0, 0.0);
        windows.add(window(1000, 100.0, 0.25));

        assertThat(WarmUp.isSteady(windows)).isFalse();
    }

    @Test
    void theCompilersRestOnceTheyHaveDoneLittleInTheLastFiveWindows() {
        List<Steady.Window> windows = windows(4, 1000, 100.0, 0.0);
        windows.add(window(1000, 100.0, 0.25));
        windows.addAll(windows(5, 1000, 100.0, 0.01));

        assertThat(WarmUp.isSteady(windows)).isTrue();
        assertThat(WarmUp.isSteady(windows.subList(0, 9))).isFalse();
    }

    @Test
    void onlyTheLastWindowsCount() {
        List<Steady.Window> windows = windows(5, 500, 200.0, 0.5);
        windows.addAll(windows(10, 1000, 100.0, 0.0));

        assertThat(WarmUp.isSteady(windows)).isTrue();
    }

    @Test
    void whatCannotBeReadIsNotAskedFor() {
        assertThat(WarmUp.isSteady(windows(10, 1000, null, null))).isTrue();
    }

    private static List<Steady.Window> windows(
            int count, double perSecond, @Nullable Double cpuMicros, @Nullable Double jitShare) {
        List<Steady.Window> windows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            windows.add(window(perSecond, cpuMicros, jitShare));
        }
        return windows;
    }

    private static Steady.Window window(double perSecond, @Nullable Double cpuMicros, @Nullable Double jitShare) {
        return new Steady.Window(0, 2000, 8000, 0, perSecond, cpuMicros, jitShare);
    }
}
