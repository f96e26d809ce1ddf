package comparison.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import comparison.harness.Fault;
import comparison.harness.plan.Limits;
import comparison.harness.plan.Plan;
import comparison.harness.plan.TableState;
import comparison.harness.plan.Variant;
import comparison.harness.record.Environment;
import comparison.harness.record.Invocation;
import comparison.harness.record.Json;
import comparison.harness.record.RunFolder;
import comparison.harness.record.RunLock;
import comparison.harness.workload.Loops;
import comparison.harness.workload.Phase;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ResumptionTest {

    private static final Plan PLAN = Plan.draw(
            "quick",
            List.of(new Variant("one", "One", "jvm", "one", "one.jar", "one", Map.of())),
            List.of(new Loops(10, 200)),
            List.of(Phase.COLD),
            3,
            1);

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    Path project;

    @RegisterExtension
    final ProjectProperty property = new ProjectProperty();

    @BeforeEach
    void a_folder_is_the_project() {
        property.set(project);
    }

    @Test
    void the_latest_one_to_resume_is_the_newest_that_lacks_a_start() throws Exception {
        begun("20260101-000000-quick", 1);
        begun("20260102-000000-quick", 2);
        RunFolder finished = begun("20260103-000000-quick", 3);
        Files.createSymbolicLink(
                project.resolve("results/latest"), finished.path().getFileName());
        Files.createDirectories(project.resolve("results/20260104-000000-quick"));

        assertThat(resume("latest", "--dry-run")).isZero();
        assertThat(out.toString()).contains("one #3").doesNotContain("one #1", "one #2");
    }

    @Test
    void without_an_interrupted_run_there_is_nothing_to_resume() throws Exception {
        begun("20260101-000000-quick", 3);

        assertThat(resume("latest")).isEqualTo(2);
        assertThat(err.toString()).contains("nothing to resume").hasLineCount(1);
    }

    @Test
    void a_run_that_is_complete_is_not_prepared_again() throws Exception {
        begun("20260101-000000-quick", 3);

        assertThat(resume("20260101-000000-quick")).isEqualTo(2);
        assertThat(err.toString())
                .contains("20260101-000000-quick lacks nothing: all its 3 fresh starts are measured", "bench report")
                .hasLineCount(1);
    }

    @Test
    void another_commit_is_refused_before_anything_is_built() throws Exception {
        RunFolder run = begun("20260101-000000-quick", 1);
        Json.write(run.environment(), environment("0123456789ab", "PostgreSQL"));

        assertThat(resume("latest", "--runtime", "process")).isEqualTo(2);
        assertThat(err.toString())
                .contains("can't be resumed: its commit was 0123456789ab and is now unknown")
                .hasLineCount(1);
        assertThat(run.path().resolve("build.log")).doesNotExist();
    }

    @Test
    void another_commit_is_gone_on_with_where_that_is_asked_for() throws Exception {
        RunFolder run = begun("20260101-000000-quick", 1);
        Json.write(run.environment(), environment("0123456789ab", "PostgreSQL"));
        Project here = Project.here();

        assertThat(Resumption.plan(run, here, false, true).order()).hasSize(3);
        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() -> Resumption.plan(run, here, false, false))
                .withMessageContaining("--anyway");
        assertThat(resume("latest", "--anyway", "--dry-run")).isZero();
    }

    @Test
    void a_run_that_is_going_on_is_neither_resumed_nor_deleted() throws Exception {
        RunFolder run = begun("20260101-000000-quick", 1);
        Files.writeString(run.summary(), "{}");

        try (RunLock _ = RunLock.take(run)) {
            assertThat(resume("latest")).isEqualTo(2);
            assertThat(err.toString()).contains("nothing to resume").hasLineCount(1);
            assertThatExceptionOfType(Fault.class)
                    .isThrownBy(() -> RunLock.take(run))
                    .withMessageContaining("is being measured by another process");
        }

        assertThat(RunLock.isTaken(run)).isFalse();
        assertThat(resume("latest", "--dry-run")).isZero();
    }

    @Test
    void a_database_with_other_settings_is_another_database() throws Exception {
        RunFolder run = begun("20260101-000000-quick", 1);
        Json.write(run.environment(), environment("0123456789ab", "PostgreSQL 18; synchronous_commit off"));

        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() ->
                        Resumption.verify(run, environment("0123456789ab", "PostgreSQL 18; synchronous_commit on")))
                .withMessageContaining(
                        "its database was PostgreSQL 18; synchronous_commit off and is now PostgreSQL 18; synchronous_commit on");
    }

    @Test
    void outside_of_a_clone_nothing_tells_whether_the_code_is_the_same() throws Exception {
        RunFolder run = begun("20260101-000000-quick", 1);
        Json.write(run.environment(), environment("unknown", "PostgreSQL"));

        assertThat(Resumption.verify(run, environment("unknown", "PostgreSQL")))
                .singleElement()
                .asString()
                .contains("is not a clone", "is not verified");
        assertThat(Resumption.verify(run, environment("0123456789ab", "PostgreSQL")))
                .isEmpty();
    }

    @Test
    void what_the_run_planned_is_not_changed_by_the_way() throws Exception {
        begun("20260101-000000-quick", 1);

        assertThat(resume("latest", "--loops", "100")).isEqualTo(2);
        assertThat(err.toString()).contains("leave out --loops").hasLineCount(1);
    }

    @Test
    void a_run_goes_on_within_the_limits_that_it_was_planned_with() throws Exception {
        RunFolder run = begun("20260101-000000-quick", 1);
        Json.write(run.plan(), PLAN.with("jmeter", Limits.NONE, true, TableState.PEOPLE));

        assertThat(resume("latest", "--dry-run")).isZero();
        assertThat(out.toString()).contains("limits: none");
        assertThat(resume("latest", "--limits", "article")).isEqualTo(2);
        assertThat(err.toString()).contains("leave out --limits").hasLineCount(1);
    }

    @Test
    void a_session_within_other_limits_is_no_part_of_the_run() throws Exception {
        RunFolder run = begun("20260101-000000-quick", 1);
        Json.write(run.environment(), environment("0123456789ab", "PostgreSQL"));
        Environment none = environment(List.of("server: none (asked for)"), "0123456789ab", "PostgreSQL");

        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() -> Resumption.verify(run, none))
                .withMessageContaining("its limits was [] and is now [server: none (asked for)]");
    }

    private RunFolder begun(String name, int measured) throws Exception {
        RunFolder run = new RunFolder(project.resolve("results").resolve(name));
        Json.write(run.plan(), PLAN);
        for (Plan.Slot slot : PLAN.order().subList(0, measured)) {
            Json.write(run.invocation(slot).outcome(), new Invocation(true, null));
        }
        return run;
    }

    private static Environment environment(String commit, String database) {
        return environment(List.of(), commit, database);
    }

    private static Environment environment(List<String> limits, String commit, String database) {
        return new Environment(
                Environment.SCHEMA_VERSION,
                "2026-01-01T00:00:00Z",
                "process",
                "asked for",
                limits,
                "cgroup",
                "JDK",
                List.of(),
                null,
                "JMeter",
                database,
                Surroundings.machine(),
                commit,
                0,
                Map.of(),
                null);
    }

    private int resume(String... arguments) {
        CommandLine line = Bench.commandLine();
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        String[] command = new String[arguments.length + 2];
        command[0] = "run";
        command[1] = "--resume";
        System.arraycopy(arguments, 0, command, 2, arguments.length);
        return line.execute(command);
    }
}
