package comparison.harness.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeapMeterTest {

    private static final long MIB = 1 << 20;

    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseSerialGC", "-XX:+UseParallelGC", "-XX:+UseG1GC"})
    void what_a_jvm_holds_after_a_collection_is_in_its_heap_and_what_it_let_go_is_not(String collector)
            throws IOException {
        try (Hoarder jvm = Hoarder.start(collector)) {
            HeapMeter meter = HeapMeter.of(jvm.handle()).orElseThrow();
            jvm.hold(100);
            jvm.collect();
            Heap full = meter.read();
            jvm.hold(0);
            jvm.collect();
            Heap empty = meter.read();

            assertThat(full.usedBytes()).isBetween(100 * MIB, 256 * MIB);
            assertThat(full.capacityBytes()).isBetween(full.usedBytes(), 256 * MIB);
            assertThat(empty.usedBytes()).isBetween(1L, 50 * MIB);
            assertThat(empty.atMillis()).isGreaterThanOrEqualTo(full.atMillis());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseSerialGC", "-XX:+UseParallelGC"})
    void serial_and_parallel_tell_what_their_last_collection_left(String collector) throws IOException {
        try (Hoarder jvm = Hoarder.start(collector)) {
            HeapMeter meter = HeapMeter.of(jvm.handle()).orElseThrow();
            jvm.collect();
            long collections = collections(jvm);
            long left = meter.read().usedBytes();
            jvm.hold(4);

            assertThat(meter.read().usedBytes()).isEqualTo(left);
            assertThat(collections(jvm)).isEqualTo(collections);
        }
    }

    @Test
    void the_heap_of_g1_is_seen_to_fill_without_a_collection() throws IOException {
        try (Hoarder jvm = Hoarder.start("-XX:+UseG1GC")) {
            HeapMeter meter = HeapMeter.of(jvm.handle()).orElseThrow();
            jvm.collect();
            long collections = collections(jvm);
            long left = meter.read().usedBytes();
            jvm.hold(4);

            assertThat(meter.read().usedBytes()).isBetween(left + 2 * MIB, left + 8 * MIB);
            assertThat(collections(jvm)).isEqualTo(collections);
        }
    }

    private static long collections(Hoarder jvm) {
        Double count = HotSpot.read(jvm.handle()).counter("gcCount");
        return count == null ? -1 : Math.round(count);
    }

    @Test
    void a_jvm_that_was_killed_has_no_heap_though_its_file_is_still_there() throws IOException, InterruptedException {
        try (Hoarder jvm = Hoarder.start()) {
            HeapMeter meter = HeapMeter.of(jvm.handle()).orElseThrow();
            jvm.kill();

            assertThatExceptionOfType(IOException.class).isThrownBy(meter::read).withMessageEndingWith("is gone");
        }
    }

    @Test
    void a_reader_that_is_interrupted_spoils_nothing_for_the_next_one() throws IOException {
        try (Hoarder jvm = Hoarder.start()) {
            HeapMeter meter = HeapMeter.of(jvm.handle()).orElseThrow();
            // Serial counts nothing before its first collection.
            jvm.collect();
            Thread.currentThread().interrupt();
            try {
                assertThat(meter.read().usedBytes()).isPositive();
            } finally {
                assertThat(Thread.interrupted()).isTrue();
            }

            assertThat(meter.read().usedBytes()).isPositive();
        }
    }

    @Test
    void there_is_none_of_what_is_no_jvm_or_counts_nothing() throws IOException {
        Process cat = new ProcessBuilder("cat").start();
        try (Hoarder silent = Hoarder.start("-XX:-UsePerfData")) {
            assertThat(HeapMeter.of(cat.toHandle())).isEmpty();
            assertThat(HeapMeter.of(silent.handle())).isEmpty();
        } finally {
            cat.destroy();
        }
    }

    @Test
    void a_probe_writes_what_can_be_read_again(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("load/heap.csv");
        try (Hoarder jvm = Hoarder.start()) {
            jvm.collect();
            HeapMeter meter = HeapMeter.of(jvm.handle()).orElseThrow();
            try (Sampling _ = Sampling.of(List.of(new Probe<>(Heap.SERIES, meter, file)))) {
                assertThat(file).doesNotExist();
            }
        }

        List<Heap> readings = Heap.SERIES.read(file);
        assertThat(Files.readString(file)).startsWith("atMillis,usedBytes,capacityBytes\n");
        assertThat(readings)
                .hasSizeGreaterThanOrEqualTo(2)
                .allSatisfy(heap -> assertThat(heap.usedBytes()).isBetween(1L, heap.capacityBytes()));
    }

    @Test
    void a_line_that_lacks_a_field_is_no_reading(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("heap.csv"), "atMillis,usedBytes,capacityBytes\n1,2\n");

        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> Heap.SERIES.read(file))
                .withMessage("not a reading: 1,2");
    }
}
