package comparison.harness.probe;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.harness.raw.Jvm;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class HotSpotTest {

    @Test
    @SuppressWarnings("SystemGc") // to see it counted
    void ownCountersSeeACollection() {
        Jvm before = HotSpot.read(ProcessHandle.current());
        System.gc();
        Jvm after = HotSpot.read(ProcessHandle.current());
        assertThat(before.missing()).isNull();
        assertThat(after.gcCount()).isGreaterThan(before.gcCount());
        assertThat(after.gcMillis()).isGreaterThan(before.gcMillis());
        assertThat(after.heapUsedBytes()).isPositive();
        assertThat(after.heapCommittedBytes()).isGreaterThan(after.heapUsedBytes());
        assertThat(after.nonHeapUsedBytes()).isPositive();
    }

    @Test
    void aProcessThatIsNoJvmSaysSo() throws IOException {
        Process cat = new ProcessBuilder("cat").start();
        try {
            assertThat(HotSpot.read(cat.toHandle()).missing()).contains("no JVM");
        } finally {
            cat.destroy();
        }
    }
}
