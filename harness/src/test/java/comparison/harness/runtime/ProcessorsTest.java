package comparison.harness.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.harness.plan.Limits;
import comparison.harness.runtime.Processors.Party;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ProcessorsTest {

    /** With two threads per core, as the kernel often numbers them: 0 and 4 are one core. */
    private static final List<Integer> FOUR_CORES = List.of(0, 4, 1, 5, 2, 6, 3, 7);

    @Test
    void each_party_has_cores_of_its_own_where_there_are_enough() {
        Processors processors = Processors.divided(FOUR_CORES, "");

        assertThat(processors.of(Party.SERVER)).contains("0,4");
        assertThat(processors.of(Party.DATABASE)).contains("1,5");
        assertThat(processors.of(Party.CLIENT)).contains("2,3,6,7");
        assertThat(processors.count(Party.CLIENT)).isEqualTo(4);
        assertThat(processors.inWords()).isEqualTo("server 0,4; database 1,5; client 2,3,6,7");
    }

    @Test
    void five_processors_are_shared() {
        Processors processors = Processors.divided(List.of(0, 1, 2, 3, 4), "");

        assertThat(Stream.of(Party.values()).map(processors::of)).containsOnly(Optional.empty());
        assertThat(processors.count(Party.CLIENT)).isEqualTo(5);
        assertThat(processors.inWords()).contains("share all 5 processors: disjoint sets need at least 6");
    }

    @Test
    void where_nobody_can_be_kept_on_processors_the_reason_is_said() {
        Processors processors = Processors.divided(FOUR_CORES, "taskset is missing");

        assertThat(processors.first()).isEmpty();
        assertThat(processors.inWords())
                .isEqualTo("server, database and client share all 8 processors: taskset is missing");
    }

    @Test
    void lists_of_the_kernel_are_read() {
        assertThat(Processors.numbers("0-2,5,8-9")).containsExactly(0, 1, 2, 5, 8, 9);
    }

    @Test
    void this_machine_has_as_many_as_the_jvm_sees() {
        assertThat(Processors.here("").all())
                .hasSize(Runtime.getRuntime().availableProcessors())
                .doesNotHaveDuplicates();
    }

    static Stream<Confinement> confinements() {
        int one = Processors.here("").all().getLast();
        Processors pinned = new Processors(List.of(one), Map.of(Party.SERVER, List.of(one)), "");
        return Stream.concat(
                ControlGroups.available(pinned, Limits.ARTICLE).stream(),
                Stream.of(new Affinity(pinned, Limits.ARTICLE)));
    }

    @ParameterizedTest
    @MethodSource("confinements")
    void what_is_started_in_a_box_runs_on_its_processors_only(Confinement confinement)
            throws IOException, InterruptedException {
        String name = "bench-test-" + ProcessHandle.current().pid();
        try (Confinement.Box box = confinement.box(name, Party.SERVER)) {
            Process process =
                    new ProcessBuilder(box.command(List.of("grep", "Cpus_allowed_list", "/proc/self/status"))).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(process.waitFor()).isZero();
            assertThat(said.strip())
                    .endsWith("\t" + confinement.processors().of(Party.SERVER).orElseThrow());
        }
    }

    @ParameterizedTest
    @MethodSource("confinements")
    void what_runs_already_is_moved_to_the_processors_of_its_box(Confinement confinement) throws IOException {
        String name = "bench-test-" + ProcessHandle.current().pid();
        Process process = new ProcessBuilder("cat").start();
        try (Confinement.Box box = confinement.box(name, Party.SERVER)) {
            box.adopt(process.toHandle());

            assertThat(Processors.allowed(Long.toString(process.pid())))
                    .isEqualTo(confinement.processors().of(Party.SERVER));
            process.destroy();
        }
    }

    @Test
    void containers_beside_the_variant_get_their_processors_from_compose() {
        assertThat(DockerTestbed.fixed(Processors.divided(FOUR_CORES, "")))
                .contains("  client:\n    labels: *owner\n    cpuset: \"2,3,6,7\"\n")
                .contains("  postgres:\n    labels: *owner\n    cpuset: \"1,5\"\n")
                .contains("  stub:\n    labels: *owner\n    cpuset: \"0,4\"\n");
        assertThat(DockerTestbed.fixed(Processors.divided(List.of(0, 1), "")))
                .contains("  stub:\n    labels: *owner\n")
                .doesNotContain("cpuset");
    }
}
