package comparison.lab.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import comparison.harness.Fault;
import comparison.lab.study.BusyJvm;
import comparison.lab.study.Finding;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FlightRecordingTest {

    @TempDir
    private Path folder;

    @Test
    void what_a_jvm_recorded_from_start_to_end_is_told_in_words() throws Exception {
        Instant from = Instant.now();
        try (BusyJvm jvm = BusyJvm.start(
                folder.resolve("err.log"), FlightRecording.flags(folder).toArray(String[]::new))) {
            jvm.collect();
            jvm.awaitProcessorTime();
            jvm.end();
        }

        List<Finding> sections =
                FlightRecording.read(FlightRecording.file(folder), new Load.Window(from, Instant.now(), 10));

        assertThat(section(sections, "Garbage collection").rows())
                .anySatisfy(row -> assertThat(row.getFirst()).endsWith("System.gc()"));
        assertThat(section(sections, "Allocation by class").rows())
                .anySatisfy(row -> assertThat(row.getFirst()).isEqualTo("long[]"));
        assertThat(section(sections, "Allocation by site").rows())
                .anySatisfy(row -> assertThat(row.getFirst()).isEqualTo("comparison.lab.study.Busy.garbage: long[]"));
        assertThat(section(sections, "Pinned virtual threads").seen()).isEqualTo("None.");
        assertThat(section(sections, "JIT: time of compilers").seen())
                .containsPattern("\\d+ ms in all since the start")
                .containsPattern("queues were .* s after the JVM's start");
        assertThat(section(sections, "JIT: time of compilers").rows())
                .anySatisfy(row -> assertThat(row.getFirst()).isEqualTo("all of c1, tier 3"));
        assertThat(section(sections, "JIT: deoptimisations").seen()).containsPattern("^\\d+ since the start");
    }

    private static Finding section(List<Finding> sections, String title) {
        return sections.stream()
                .filter(s -> s.title().equals(title))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_recording_that_is_cut_off_is_told_and_not_taken_for_a_quiet_one() throws Exception {
        Path cut = Files.writeString(folder.resolve("jvm.jfr"), "FLR");
        Load.Window window = new Load.Window(Instant.EPOCH, Instant.now(), 1);

        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() -> FlightRecording.read(cut, window))
                .withMessageContaining("left no recording that can be read");
    }

    @ParameterizedTest
    @CsvSource({
        "[B, byte[]",
        "[[J, long[][]",
        "[Ljava.lang.Object;, java.lang.Object[]",
        "java.util.Map$Entry, java.util.Map$Entry",
        "a.B$$Lambda+0x00007f1c3c0a1b30/1234, a.B$$Lambda",
        "a.B$$Lambda.0x00007f1c3c0a1b30, a.B$$Lambda"
    })
    void class_names_are_those_of_source_code(String recorded, String readable) {
        assertThat(FlightRecording.readable(recorded)).isEqualTo(readable);
    }

    @Test
    void the_site_is_the_first_frame_outside_the_jdk() {
        assertThat(FlightRecording.site(List.of("java.util.Arrays.copyOf", "sprout.mvc.Json.read", "a.B.c")))
                .isEqualTo("sprout.mvc.Json.read");
        assertThat(FlightRecording.site(List.of("java.util.Arrays.copyOf"))).isEqualTo("java.util.Arrays.copyOf");
        assertThat(FlightRecording.site(List.of())).isEqualTo("(no stack)");
    }
}
