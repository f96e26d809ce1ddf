package comparison.harness.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import comparison.harness.metric.Metric;
import comparison.harness.record.Load;
import java.util.List;
import org.junit.jupiter.api.Test;

class MachineTest {

    private static final Machine BEFORE = Machine.of(0, "cpu  100 0 100 700 50 0 0 50 40 0\ncpu0 1 1 1\n", 1.5);

    @Test
    void guestsAreNotCountedTwice() {
        assertThat(BEFORE.totalNanos()).isEqualTo(10_000_000_000L);
        assertThat(BEFORE.busyNanos()).isEqualTo(2_000_000_000L);
        assertThat(BEFORE.stealNanos()).isEqualTo(500_000_000L);
    }

    @Test
    void stealIsAShareOfAllProcessorTime() {
        Machine after = Machine.of(1000, "cpu  150 0 100 725 50 0 0 75 40 0\n", 1.5);
        assertThat(after.stealSince(BEFORE)).isCloseTo(0.25, within(1e-12));
    }

    @Test
    void whereNoTimePassedStealIsUnknownAndNotZero() {
        assertThat(BEFORE.stealSince(BEFORE)).isNull();
        assertThat(Machine.silent().stealSince(Machine.silent())).isNull();
    }

    @Test
    void usedProcessorTimeIsSharedOutAndWhatNobodyMeteredIsOfNobody() {
        Machine after = Machine.of(1000, "cpu  200 0 200 700 50 0 0 50 40 0\n", 1.5);
        Load.CpuTime used = new Load.CpuTime(500_000_000L, 200_000_000L, null, 7L);

        assertThat(Machine.shares(List.of(List.of(BEFORE, after)), used))
                .containsExactly(entry(Metric.SHARE_SERVER, 0.25), entry(Metric.SHARE_DATABASE, 0.1));
        // Between the windows of a load the machine worked for others.
        assertThat(Machine.shares(List.of(List.of(BEFORE, after), List.of(BEFORE, after)), used))
                .containsExactly(entry(Metric.SHARE_SERVER, 0.125), entry(Metric.SHARE_DATABASE, 0.05));
        assertThat(Machine.shares(List.of(List.of(BEFORE)), used)).isEmpty();
        assertThat(Machine.shares(List.of(List.of(Machine.silent(), Machine.silent())), used))
                .isEmpty();
        assertThat(Machine.shares(List.of(List.of()), used)).isEmpty();
    }

    @Test
    void theHigherLoadAverageIsKnownOnlyIfBothAre() {
        Machine calmer = Machine.of(1000, "cpu  150 0 100 725 50 0 0 75 40 0\n", 1.25);

        assertThat(calmer.highestLoadAverage(BEFORE)).isEqualTo(1.5);
        assertThat(calmer.highestLoadAverage(Machine.silent())).isNull();
        assertThat(Machine.silent().highestLoadAverage(calmer)).isNull();
    }
}
