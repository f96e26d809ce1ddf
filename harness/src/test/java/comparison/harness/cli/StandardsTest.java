package comparison.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import comparison.harness.Fault;
import comparison.harness.plan.Plan;
import comparison.harness.record.Environment;
import comparison.harness.record.Invocation;
import comparison.harness.record.Json;
import comparison.harness.record.Jvm;
import comparison.harness.record.Load;
import comparison.harness.record.RunFolder;
import comparison.harness.record.Steady;
import comparison.harness.report.Report;
import comparison.harness.report.SampleRun;
import comparison.harness.report.Summary;
import comparison.harness.workload.Phase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run must be before it is published, in a clone of its own, and how several become one. */
@Tag("slow")
class StandardsTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @SuppressWarnings("NullAway.Init") // set before each test
    private Project project;

    @BeforeEach
    void a_clone_with_one_commit() throws Exception {
        project = new Project(folder, "mvn");
        Files.writeString(folder.resolve("Server.java"), "class Server {}");
        Files.createDirectories(folder.resolve("docs"));
        Files.writeString(folder.resolve("docs/method.md"), "How");
        Files.writeString(folder.resolve(".gitignore"), "target/");
        git("init", "--quiet");
        git("add", "Server.java", "docs", ".gitignore");
        git("-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "--quiet", "--message", "first");
    }

    @Test
    void a_calm_steady_run_of_twelve_starts_of_this_code_misses_nothing() throws IOException {
        RunFolder run = run("a", 12);

        assertThat(Standards.missed(project, run)).isEmpty();

        Files.writeString(folder.resolve("docs/method.md"), "Texts change no figure");
        assertThat(Standards.missed(project, run)).isEmpty();
    }

    @Test
    void each_standard_that_is_missed_is_named() throws IOException {
        RunFolder run = run("a", 6);
        Files.writeString(folder.resolve("Server.java"), "class Server { int changed; }");
        environment(run, Surroundings.commit(folder).replace("-dirty", ""), 1.25);
        List<Plan.Slot> order = Json.read(run.plan(), Plan.class).orElseThrow().order();
        steady(run, of("sprout-nio-virtual", order).getFirst(), false);
        for (Plan.Slot slot : order.subList(0, 3)) {
            steal(run, slot, 0.06);
        }

        assertThat(Standards.missed(project, run))
                .satisfiesExactly(
                        line -> assertThat(line)
                                .matches(
                                        "the code has changed since its commit [0-9a-f]+, in 1 file such as Server.java"),
                        line -> assertThat(line).isEqualTo("it has 6 starts of each variant instead of 12"),
                        line -> assertThat(line)
                                .isEqualTo(
                                        "1 of 6 warm loads of sprout-nio-virtual began before the server was steady"),
                        line -> assertThat(line)
                                .isEqualTo("the load average was 1.3 on 2 cores before it began; at most 1.0 is calm"),
                        line -> assertThat(line)
                                .isEqualTo("the hypervisor took more than 5 % of the CPU time in 3 of 24 loads"));
    }

    @Test
    void warm_loads_in_which_the_compilers_work_are_not_steady() throws IOException {
        RunFolder run = run("a", 12);
        List<Plan.Slot> order = Json.read(run.plan(), Plan.class).orElseThrow().order();
        List<Plan.Slot> sprout = of("sprout-nio-virtual", order);
        sprout.subList(0, 2).forEach(slot -> compiling(run, slot, 0.06));
        compiling(run, sprout.get(2), 0.04);
        compiling(run, of("servlet-platform", order).getFirst(), 0.06);

        assertThat(Standards.missed(project, run))
                .containsExactly("in 2 of 12 warm loads of sprout-nio-virtual the JIT compilers were at work");
    }

    @Test
    void what_no_commit_has_or_this_clone_does_not_know_is_not_published() throws IOException {
        RunFolder run = run("a", 12);
        String commit = Surroundings.commit(folder);

        environment(run, commit + "-dirty", 0.25);
        assertThat(Standards.missed(project, run))
                .containsExactly("no commit has what was measured (%s-dirty)".formatted(commit));
        environment(run, "0123456789ab", 0.25);
        assertThat(Standards.missed(project, run)).containsExactly("its commit 0123456789ab is not in this clone");
    }

    @Test
    void a_new_file_is_in_no_commit_unless_it_is_a_result_or_ignored() throws IOException {
        RunFolder run = run("a", 12);
        Files.createDirectories(folder.resolve("target"));
        Files.writeString(folder.resolve("target/Filter.class"), "built");
        assertThat(Surroundings.commit(folder)).matches("[0-9a-f]+");
        assertThat(Standards.missed(project, run)).isEmpty();

        Files.writeString(folder.resolve("Filter.java"), "class Filter {}");
        assertThat(Surroundings.commit(folder)).endsWith("-dirty");
        assertThat(Standards.missed(project, run))
                .singleElement()
                .asString()
                .endsWith(", in 1 file such as Filter.java");
    }

    @Test
    void one_start_of_each_variant_in_ten_may_be_late_or_disturbed() throws IOException {
        RunFolder run = run("a", 12);
        List<Plan.Slot> order = Json.read(run.plan(), Plan.class).orElseThrow().order();
        steady(run, of("servlet-platform", order).getFirst(), false);
        steady(run, of("sprout-nio-virtual", order).getFirst(), false);
        for (Plan.Slot slot : order.subList(0, 4)) {
            steal(run, slot, 0.06);
        }

        assertThat(Standards.missed(project, run)).isEmpty();
    }

    @Test
    void runs_of_one_commit_are_pooled_with_their_rounds_sessions_and_clients_in_a_row() throws IOException {
        RunFolder first = run("a", 5);
        RunFolder second = run("b", 7);

        RunFolder pooled = Pool.of(List.of(first, second));
        Summary summary = Report.write(pooled);

        assertThat(Standards.missed(project, pooled)).isEmpty();
        assertThat(summary.invocations()).isEqualTo(12);
        assertThat(summary.failures()).isEmpty();
        assertThat(summary.conditions()).contains("pooled from runs of one commit, each of whole rounds: a, b");
        assertThat(throughputs(summary))
                .containsExactlyElementsOf(Stream.concat(
                                throughputs(Report.write(first)).stream(), throughputs(Report.write(second)).stream())
                        .toList());
        assertThat(pooled.sessions()).hasSize(2);
        assertThat(Json.read(
                        pooled.invocation(new Plan.Slot("servlet-platform", 6)).outcome(), Invocation.class))
                .hasValueSatisfying(outcome -> assertThat(outcome.session()).isEqualTo(2));
    }

    @Test
    void of_runs_that_are_pooled_the_one_that_began_busiest_is_named() throws IOException {
        RunFolder first = run("a", 6);
        RunFolder second = run("b", 6);
        environment(first, Surroundings.commit(folder), 1.25);
        environment(second, Surroundings.commit(folder), 2.5);

        assertThat(Standards.missed(project, Pool.of(List.of(first, second))))
                .containsExactly("the load average was 2.5 on 2 cores before it began; at most 1.0 is calm");
    }

    @Test
    void runs_that_are_not_whole_or_not_alike_are_not_pooled() throws IOException {
        RunFolder first = run("a", 2);
        RunFolder second = run("b", 2);
        environment(second, "0123456789ab", 0.25);

        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() -> Pool.of(List.of(first, second)))
                .withMessageContaining("b can't be pooled with the others: its commit is 0123456789ab, theirs");

        Files.delete(second.invocation(new Plan.Slot("servlet-platform", 2)).outcome());
        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() -> Pool.of(List.of(first, second)))
                .withMessageContaining("b can't be pooled: it lacks 1 of its starts");

        Plan plan = Json.read(first.plan(), Plan.class).orElseThrow();
        RunFolder third = run("c", 2);
        Json.write(
                third.plan(),
                Json.read(third.plan(), Plan.class)
                        .orElseThrow()
                        .with(plan.engine(), plan.limits(), !plan.scraped(), plan.table()));
        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() -> Pool.of(List.of(first, third)))
                .withMessageContaining("c can't be pooled with the others: it measured something else");
        assertThat(folder.resolve("results/a-pooled")).doesNotExist();
    }

    @Test
    void runs_in_testbeds_that_are_not_alike_are_not_pooled() throws IOException {
        RunFolder first = run("a", 2);
        RunFolder second = run("b", 2);
        testbed(first, "groups", "-Xmx1g", "sha256:1", "0-1");

        testbed(second, "/proc", "-Xmx1g", "sha256:1", "0-1");
        assertNotPooled(first, second, "its source of memory and CPU time is /proc, theirs groups.");
        testbed(second, "groups", "-Xmx2g", "sha256:1", "0-1");
        assertNotPooled(first, second, "its flags of native images is [-Xmx2g], theirs [-Xmx1g].");
        testbed(second, "groups", "-Xmx1g", "sha256:2", "0-1");
        assertNotPooled(first, second, "its image of servlet-platform is sha256:2, theirs sha256:1.");
        testbed(second, "groups", "-Xmx1g", "sha256:1", "2-3");
        assertNotPooled(first, second, "its division of the processors is 2-3, theirs 0-1.");

        testbed(second, "groups", "-Xmx1g", "sha256:1", "0-1");
        assertThat(Pool.of(List.of(first, second)).sessions()).hasSize(2);
    }

    @Test
    void no_start_is_pooled_twice() throws IOException {
        RunFolder first = run("a", 2);
        RunFolder second = run("b", 2);
        RunFolder copy = run("c", 2);
        Files.copy(second.environment(), copy.environment(), StandardCopyOption.REPLACE_EXISTING);

        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() -> Pool.of(List.of(first, second, copy)))
                .withMessageContaining("c can't be pooled with the others: one of them has its session of");
        RunFolder pooled = Pool.of(List.of(first, second));
        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() -> Pool.of(List.of(pooled, copy)))
                .withMessageContaining("a-pooled is a pool itself");
        assertThat(pooled.plan()).exists();
    }

    private static void assertNotPooled(RunFolder first, RunFolder second, String why) {
        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() -> Pool.of(List.of(first, second)))
                .withMessage("b can't be pooled with the others: " + why);
    }

    private static List<Double> throughputs(Summary summary) {
        return Objects.requireNonNull(summary.cells().getFirst().figures().get("throughput.total"))
                .present();
    }

    private static List<Plan.Slot> of(String variant, List<Plan.Slot> order) {
        return order.stream().filter(slot -> slot.variant().equals(variant)).toList();
    }

    /** A run that misses nothing but perhaps starts. */
    private RunFolder run(String name, int starts) throws IOException {
        RunFolder run = SampleRun.write(
                folder.resolve("results").resolve(name),
                List.of(
                        SampleRun.Behaviour.of("servlet-platform", 4, 400, 4, 200),
                        SampleRun.Behaviour.of("sprout-nio-virtual", 2, 120, 0.5, 90)),
                starts,
                2,
                10,
                name.hashCode());
        environment(run, Surroundings.commit(folder), 0.25);
        for (Plan.Slot slot : Json.read(run.plan(), Plan.class).orElseThrow().order()) {
            steady(run, slot, true);
            steal(run, slot, 0.01);
            Json.write(
                    run.invocation(slot).outcome(),
                    new Invocation(Invocation.SCHEMA_VERSION, true, null, 1, null, null, null, null, null));
        }
        return run;
    }

    private static void environment(RunFolder run, String commit, double loadAverage) {
        Environment e = Json.read(run.environment(), Environment.class).orElseThrow();
        Json.write(
                run.environment(),
                new Environment(
                        e.schemaVersion(),
                        startedAt(run),
                        e.runtime(),
                        e.runtimeReason(),
                        e.limits(),
                        e.memorySource(),
                        e.jvm(),
                        e.jvmFlags(),
                        e.nativeFlags(),
                        e.client(),
                        e.database(),
                        e.machine(),
                        commit,
                        loadAverage,
                        e.images(),
                        e.cpusets()));
    }

    /** Two runs do not begin at the same time. */
    private static String startedAt(RunFolder run) {
        return "2026-01-02T03:04:%02dZ"
                .formatted(run.path().getFileName().toString().charAt(0) % 60);
    }

    private static void testbed(RunFolder run, String memorySource, String nativeFlag, String image, String cpusets) {
        Environment e = Json.read(run.environment(), Environment.class).orElseThrow();
        Json.write(
                run.environment(),
                new Environment(
                        e.schemaVersion(),
                        e.startedAt(),
                        e.runtime(),
                        e.runtimeReason(),
                        e.limits(),
                        memorySource,
                        e.jvm(),
                        e.jvmFlags(),
                        List.of(nativeFlag),
                        e.client(),
                        e.database(),
                        e.machine(),
                        e.commit(),
                        e.loadAverageBefore(),
                        Map.of("servlet-platform", new Environment.Image(image, null, 1)),
                        cpusets));
    }

    private static void steady(RunFolder run, Plan.Slot slot, boolean reached) {
        Json.write(
                run.invocation(slot).steady(),
                new Steady(Steady.SCHEMA_VERSION, "alike", reached, reached ? 20.0 : null, List.of()));
    }

    private static void compiling(RunFolder run, Plan.Slot slot, double share) {
        Load.CpuTime second = new Load.CpuTime(1_000_000_000L, null, null, null);
        rewrite(run, slot, Phase.WARM, second, SampleRun.NO_PRESSURE, compiled(3000), compiled(3000 + 1000 * share));
    }

    private static Jvm compiled(double millis) {
        return new Jvm(Map.of("compilersMillis", millis), null);
    }

    /** The cold load is not disturbed. */
    private static void steal(RunFolder run, Plan.Slot slot, double share) {
        for (Phase phase : List.of(Phase.COLD, Phase.WARM)) {
            Load.Pressure pressure = new Load.Pressure(0.0, phase == Phase.WARM ? share : 0, 0.5, 0.5);
            rewrite(run, slot, phase, SampleRun.NO_CPU, pressure, SampleRun.UNREAD, SampleRun.UNREAD);
        }
    }

    /** Replaces the facts of a load. */
    private static void rewrite(
            RunFolder run,
            Plan.Slot slot,
            Phase phase,
            Load.CpuTime cpu,
            Load.Pressure pressure,
            Jvm before,
            Jvm after) {
        Path file = run.invocation(slot).load(phase).facts();
        Load load = Json.read(file, Load.class).orElseThrow();
        Json.write(
                file,
                SampleRun.load(
                        load.seconds(), load.rowsLeft(), cpu, pressure, before, after, SampleRun.UNBOUND, Map.of()));
    }

    private void git(String... arguments) throws Exception {
        String[] command = Stream.concat(Stream.of("git", "-C", folder.toString()), Stream.of(arguments))
                .toArray(String[]::new);
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    }
}
