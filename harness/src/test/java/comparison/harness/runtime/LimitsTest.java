package comparison.harness.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import comparison.harness.Fault;
import comparison.harness.load.Engine;
import comparison.harness.plan.Limits;
import comparison.harness.record.Invocation.AppliedLimits;
import comparison.harness.runtime.Processors.Party;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** With the article's limits and without. */
class LimitsTest {

    private static final String NAME = "bench-limits-" + ProcessHandle.current().pid();

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before each test
    private Path folder;

    static Stream<Confinement> unlimited() {
        Processors shared = Processors.here(Limits.NONE, "");
        return Stream.concat(
                ControlGroups.available(shared, Limits.NONE).stream(), Stream.of(new Affinity(shared, Limits.NONE)));
    }

    @ParameterizedTest
    @MethodSource("unlimited")
    void without_limits_a_box_meters_what_is_inside_and_confines_nothing(Confinement confinement) throws IOException {
        Process process = new ProcessBuilder("cat").start();
        try (Confinement.Box box = confinement.box(NAME, Party.SERVER)) {
            box.adopt(process.toHandle());

            assertThat(box.meter(process.toHandle()).read().cpuNanos()).isNotNegative();
            assertThat(box.meter(process.toHandle()).limits()).isEqualTo(new AppliedLimits(null, null, null));
            assertThat(Processors.allowed(Long.toString(process.pid()))).isEqualTo(Processors.allowed("self"));
            assertThat(confinement.facts().jvmFlags()).isEmpty();
            process.destroyForcibly().onExit().join();
        }
    }

    @ParameterizedTest
    @EnumSource(Limits.class)
    void what_the_kernel_says_of_a_server_is_what_was_asked_for(Limits limits) throws IOException {
        Optional<ControlGroups> groups = ControlGroups.available(Processors.here(limits, ""), limits);
        if (groups.isEmpty()) {
            return; // This user may make none; then the line 'limits' says so.
        }
        Process process = new ProcessBuilder("cat").start();
        try (Confinement.Box box = groups.get().box(NAME, Party.SERVER)) {
            box.adopt(process.toHandle());
            AppliedLimits applied = box.meter(process.toHandle()).limits();
            Limits other = limits == Limits.NONE ? Limits.ARTICLE : Limits.NONE;

            InForce.verify("the variant", limits, applied);
            assertThat(applied.cpus()).isEqualTo(limits == Limits.NONE ? null : Double.valueOf(2));
            if (limits == Limits.ARTICLE) {
                assertThatExceptionOfType(Fault.class)
                        .isThrownBy(() -> InForce.verify("the variant", other, applied))
                        .withMessage(
                                "the variant has a control group of 2.0 CPUs and 1073741824 bytes of memory, but the limits 'none' were asked for.");
            }
            process.destroyForcibly().onExit().join();
        }
    }

    @Test
    void a_group_with_half_of_the_limits_is_neither_the_article_nor_none() {
        AppliedLimits half = new AppliedLimits(1.0, null, null);

        for (Limits limits : Limits.values()) {
            assertThatExceptionOfType(Fault.class)
                    .isThrownBy(() -> InForce.verify("the variant", limits, half))
                    .withMessageContaining("1.0 CPUs and all bytes of memory");
        }
        assertThatCode(() -> InForce.verify("the variant", Limits.ARTICLE, new AppliedLimits(null, null, "0-1")))
                .doesNotThrowAnyException();
    }

    @Test
    void a_testbed_of_processes_without_limits_says_so_and_gives_no_flag_that_stands_for_one() {
        ProcessTestbed none = new ProcessTestbed(folder, "mvn", NAME, Limits.NONE, Engine.JMETER);
        ProcessTestbed article = new ProcessTestbed(folder, "mvn", NAME, Limits.ARTICLE, Engine.JMETER);

        assertThat(none.limits())
                .containsExactly("server: none (asked for)", "database: none (asked for)", "client: none");
        assertThat(none.jvmFlags()).isEqualTo(Flags.COMMON);
        assertThat(Confinement.best(Limits.NONE).processors().inWords()).endsWith(": no limits are asked for");
        assertThat(article.limits()).doesNotContain("server: none (asked for)");
        assertThat(article.jvmFlags()).containsAll(Flags.COMMON);
    }

    @Test
    void compose_is_told_the_limits_whatever_the_shell_says() {
        assertThat(compose(Limits.ARTICLE).environment())
                .containsEntry("LIMIT_CPUS", "2")
                .containsEntry("LIMIT_MEMORY", "1073741824");
        assertThat(compose(Limits.NONE).environment())
                .containsEntry("LIMIT_CPUS", "0")
                .containsEntry("LIMIT_MEMORY", "0");
    }

    @Test
    void compose_is_told_the_load_engine_and_the_flags_of_its_client() {
        assertThat(compose(Limits.ARTICLE).environment())
                .containsEntry("LOAD_ENGINE", "jmeter")
                .containsEntry("CLIENT_FLAGS", "-Xms512m -Xmx512m -XX:+UseSerialGC -Djava.awt.headless=true");
    }

    private Compose compose(Limits limits) {
        return new Compose(folder, NAME, folder.resolve("override.yaml"), limits, Engine.JMETER);
    }

    @Test
    void a_container_with_other_limits_than_asked_for_is_not_measured() {
        assertThatCode(() -> container(2, 1 << 30).verify("mine", Limits.ARTICLE))
                .doesNotThrowAnyException();
        assertThatCode(() -> container(0, 0).verify("mine", Limits.NONE)).doesNotThrowAnyException();
        refused(container(2, 1 << 30), Limits.NONE, "2 CPUs, 1024 MiB, but the limits 'none'");
        refused(container(0.5, 0), Limits.NONE, "0.5 CPUs, all memory, but the limits 'none'");
        refused(container(0, 0), Limits.ARTICLE, "all CPUs, all memory, but the limits 'article'");
        refused(container(2.5, 1 << 30), Limits.ARTICLE, "2.5 CPUs, 1024 MiB, but the limits 'article'");
    }

    private static void refused(Container container, Limits limits, String why) {
        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() -> container.verify("mine", limits))
                .withMessageContaining("the service mine has limits of " + why)
                .withMessageEndingWith("Give it the anchor *limits in compose.yaml.");
    }

    private static Container container(double cpus, long memoryBytes) {
        return new Container("id", 1, Instant.EPOCH, "172.17.0.2", cpus, memoryBytes);
    }
}
