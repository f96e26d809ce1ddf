package comparison.lab.packaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import comparison.harness.Fault;
import comparison.harness.plan.Plan;
import comparison.harness.record.Disk;
import comparison.harness.record.RunFolder;
import comparison.harness.workload.Phase;
import comparison.lab.packaging.BreakEven.Both;
import comparison.lab.packaging.Life.Point;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BreakEvenTest {

    private static final RunFolder RUN =
            new RunFolder(Path.of("../harness/src/test/resources/golden/steady/run/20261122-224214-quick"));

    /** Starts for 1 s, needs 1 ms for each of its first 1000 requests and 100 µs after them. */
    private static final Life JVM = new Life(List.of(new Point(0, 1e9), new Point(1000, 2e9)), 1e5);

    /** Starts for 0.1 s and always needs the same. */
    private static Life nativeImage(double nanosPerRequest) {
        return new Life(List.of(new Point(0, 1e8)), nanosPerRequest);
    }

    @Test
    void a_jvm_overtakes_when_its_cheaper_requests_have_paid_for_its_start() {
        assertThat(JVM.overtakes(nativeImage(3e5))).isEqualTo(1000 + (2e9 - 4e8) / 2e5);
        assertThat(JVM.nanos(9000)).isCloseTo(nativeImage(3e5).nanos(9000), within(1.0));
    }

    @Test
    void a_jvm_may_overtake_before_it_is_warm() {
        Life other = nativeImage(3e6);

        double requests = JVM.overtakes(other);

        assertThat(requests).isBetween(1.0, 999.0);
        assertThat(JVM.nanos(requests)).isCloseTo(other.nanos(requests), within(1.0));
    }

    @Test
    void a_server_whose_warm_requests_are_not_cheaper_never_overtakes() {
        assertThat(JVM.overtakes(nativeImage(1e5))).isInfinite();
        assertThat(JVM.overtakes(nativeImage(5e4))).isInfinite();
    }

    @Test
    void a_server_that_starts_cheaper_and_answers_cheaper_is_ahead_from_the_first_request() {
        assertThat(nativeImage(1e5).overtakes(JVM)).isZero();
    }

    @Test
    void a_life_begins_with_what_the_start_took_and_goes_on_with_the_cold_load() {
        Life life =
                Life.of(RUN.invocation(new Plan.Slot("servlet-platform", 1))).orElseThrow();

        assertThat(life.points()).containsExactly(new Point(0, 14_247_471_261.0), new Point(320, 17_354_882_603.0));
        assertThat(life.nanosPerRequest()).isEqualTo(993_509_242 / 320.0);
        assertThat(life.nanos(640)).isEqualTo(17_354_882_603.0 + 993_509_242);
    }

    @Test
    void a_start_with_a_failed_request_is_no_life_and_a_damaged_file_is_named(@TempDir Path folder) throws IOException {
        Plan.Slot slot = new Plan.Slot("servlet-platform", 1);
        Disk.copy(RUN.path(), folder, _ -> true);
        RunFolder.InvocationFolder copy = new RunFolder(folder).invocation(slot);
        Path facts = copy.load(Phase.COLD).facts();
        String sound = Files.readString(facts);

        Files.writeString(facts, sound.replaceFirst("\"errors\" ?: ?0", "\"errors\": 1"));
        assertThat(Life.of(copy)).isEmpty();

        Files.writeString(facts, sound);
        Files.writeString(copy.atRest(), Files.readString(copy.atRest()) + "1,damaged\n");
        assertThatExceptionOfType(Fault.class).isThrownBy(() -> Life.of(copy)).withMessageContaining("is damaged");
    }

    @Test
    void the_table_has_the_median_over_the_rounds_and_its_interval() {
        List<Both> rounds = IntStream.range(0, 6)
                .mapToObj(round -> new Both(nativeImage(3e5 + 1e4 * round), JVM))
                .toList();

        assertThat(BreakEven.page(List.of(
                                new BreakEven("app-native", "app", rounds),
                                new BreakEven("app-aot-start", "app", List.of(new Both(nativeImage(1e5), JVM)))))
                        .markdown())
                .contains("| app-native | app | 6 | 0.10, 1.00 | 325, 100 | 8,000 [7,000–9,000] |")
                .contains("| app-aot-start | app | 1 | 0.10, 1.00 | 100, 100 | never (never–never) |");
    }

    @Test
    void a_run_without_a_packaged_variant_is_refused_with_a_command_that_measures_one() {
        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() -> BreakEven.of(RUN))
                .withMessageContaining("20261122-224214-quick has no variant")
                .withMessageContaining("./bench run --variants servlet-virtual,servlet-virtual-native --invocations 6");
    }
}
