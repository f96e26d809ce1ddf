package comparison.harness.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import comparison.harness.metric.Metric;
import comparison.harness.record.Jvm;
import comparison.harness.record.Load;
import comparison.harness.report.SampleRun;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HotSpotTest {

    @Test
    @SuppressWarnings("SystemGc") // to see it counted
    void ownCountersSeeACollection() {
        Jvm before = HotSpot.read(ProcessHandle.current());
        System.gc();
        Jvm after = HotSpot.read(ProcessHandle.current());
        assertThat(before.missing()).isNull();
        assertThat(after.counter("gcCount")).isGreaterThan(before.counter("gcCount"));
        assertThat(after.counter("gcMillis")).isGreaterThan(before.counter("gcMillis"));
        assertThat(after.counter("heapUsedBytes")).isPositive();
        assertThat(after.counter("heapCommittedBytes")).isGreaterThan(after.counter("heapUsedBytes"));
        assertThat(after.counter("nonHeapUsedBytes")).isPositive();
    }

    @Test
    void the_compilers_share_of_a_load_is_their_time_beside_the_processor_time_of_the_server() {
        Jvm before = new Jvm(Map.of("compilersMillis", 1000.0), null);
        Jvm after = new Jvm(Map.of("compilersMillis", 1300.0), null);
        Load.CpuTime cpu = new Load.CpuTime(1_500_000_000L, null, null, null);
        Load load = SampleRun.load(1, 0, cpu, SampleRun.NO_PRESSURE, before, after, SampleRun.UNBOUND, Map.of());

        assertThat(HotSpot.metrics(load)).containsEntry(Metric.JIT_SHARE, 0.2).doesNotContainKey(Metric.GC_COUNT);
    }

    @Test
    void the_kernel_counts_the_processor_time_of_the_compilers() throws Exception {
        try (Hoarder jvm = Hoarder.start()) {
            Double millis = HotSpot.read(jvm.handle()).counter("compilersMillis");
            Duration whole = jvm.handle().info().totalCpuDuration().orElseThrow();
            assertThat(millis).isPositive().isLessThan((double) whole.toMillis());
        }
    }

    @Test
    void aFileOfCountersThatEndsAnywhereIsNotReadable() {
        byte[] whole = oneCounter("sun.rt.safepoints", 42);
        assertThat(HotSpot.counters(ByteBuffer.wrap(whole))).containsExactly(Map.entry("sun.rt.safepoints", 42L));

        for (int length = 0; length < whole.length; length++) {
            ByteBuffer half = ByteBuffer.wrap(Arrays.copyOf(whole, length));
            assertThatExceptionOfType(IllegalArgumentException.class)
                    .isThrownBy(() -> HotSpot.counters(half))
                    .withMessage("they end in the middle");
        }
    }

    @Test
    void whatTheJvmDoesNotCountIsUnknownAndNotZero() {
        Jvm jvm = HotSpot.figures(Map.of("sun.rt.safepoints", 42L));

        assertThat(jvm.counter("safepoints")).isEqualTo(42.0);
        assertThat(jvm.counter("gcCount")).isNull();
        assertThat(jvm.counter("gcMillis")).isNull();
        assertThat(jvm.counter("heapUsedBytes")).isNull();
        assertThat(jvm.counter("safepointMillis")).isNull();
    }

    /** As HotSpot writes it: a header of 32 bytes, and an entry of 20 with its name and its value behind it. */
    private static byte[] oneCounter(String name, long value) {
        int valueAt = 20 + 20;
        ByteBuffer data = ByteBuffer.allocate(32 + valueAt + Long.BYTES);
        data.putInt(0, 0xcafec0c0).putInt(24, 32).putInt(28, 1);
        data.putInt(32, valueAt + Long.BYTES).putInt(36, 20).put(44, (byte) 'J').putInt(48, valueAt);
        data.put(52, name.getBytes(StandardCharsets.US_ASCII)).putLong(32 + valueAt, value);
        return data.array();
    }

    @Test
    void aProcessThatIsNoJvmSaysSo() throws IOException {
        Process cat = new ProcessBuilder("cat").start();
        try {
            assertThat(HotSpot.read(cat.toHandle()).missing()).contains("not a JVM");
        } finally {
            cat.destroy();
        }
    }
}
