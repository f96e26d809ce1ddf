package comparison.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import comparison.harness.Fault;
import comparison.harness.report.SampleRun;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** A clone with a published run whose raw files are on another machine. */
class ProjectTest {

    private static final String RUN = "20260101-000000-article";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @RegisterExtension
    final ProjectProperty property = new ProjectProperty();

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private Path published;

    @BeforeEach
    void a_clone_with_a_published_run() throws IOException {
        folder = folder.toRealPath();
        property.set(folder);
        published = Files.createDirectories(folder.resolve("results/published").resolve(RUN));
        Files.writeString(published.resolve("plan.json"), "{}");
    }

    @Test
    void a_run_that_is_only_published_is_found_by_its_name() {
        assertThat(Project.here().hasRun(RUN)).isTrue();
        assertThat(Project.here().run(RUN).path()).isEqualTo(published);
        assertThat(Project.here().run("published/" + RUN).path()).isEqualTo(published);
    }

    @Test
    void a_run_that_has_its_raw_files_here_is_found_before_its_published_half() throws IOException {
        Path raw = Files.createDirectories(folder.resolve("results").resolve(RUN));

        assertThat(Project.here().run(RUN).path()).isEqualTo(raw);
        assertThat(Project.here().isPublished(Project.here().run(RUN))).isFalse();
    }

    @Test
    void what_else_is_published_is_no_run_and_the_names_of_runs_are_listed_once() throws IOException {
        Path engine = Files.createDirectories(folder.resolve("results/published/engine-20260101-000000"));
        Files.writeString(engine.resolve("plan.json"), "{}");
        Files.createDirectories(folder.resolve("results").resolve(RUN));
        Files.createDirectories(folder.resolve("results/20260102-000000-quick"));

        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() -> Project.here().run("engine-20260101-000000"))
                .withMessage(
                        "Unknown run 'engine-20260101-000000'. Valid: 20260101-000000-article, 20260102-000000-quick.");
    }

    /** Else {@code clean} would delete it. */
    @Test
    void a_published_run_is_none_of_the_runs_that_can_be_cleaned_away() {
        assertThat(Project.here().runs()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"report", "publish"})
    void a_published_run_is_not_written_over(String command) throws IOException {
        Files.writeString(published.resolve("report.md"), "as it was");

        assertThat(execute(command, RUN)).isEqualTo(2);

        assertThat(err.toString())
                .contains("has no raw files any more, so its report stays as it is")
                .hasLineCount(1);
        assertThat(published.resolve("report.md")).hasContent("as it was");
    }

    @Test
    void a_published_run_is_not_gone_on_with() {
        assertThat(execute("run", "--resume", RUN, "--dry-run")).isEqualTo(2);

        assertThat(err.toString())
                .contains(RUN + " is published and holds no raw files, so it can't be resumed. Begin a new run.")
                .hasLineCount(1);
    }

    @Test
    void two_published_runs_are_compared_by_their_names_and_nothing_is_written() throws IOException {
        Path raw = folder.resolve("raw");
        SampleRun.write(
                raw,
                List.of(
                        SampleRun.Behaviour.of("servlet-platform", 4, 400, 4, 200),
                        SampleRun.Behaviour.of("sprout-nio-virtual", 2, 120, 0.5, 90)),
                1,
                2,
                20,
                1);
        assertThat(execute("report", raw.toString())).isZero();
        for (String file : List.of("plan.json", "environment.json", "summary.json")) {
            Files.write(published.resolve(file), Files.readAllBytes(raw.resolve(file)));
        }

        assertThat(execute("compare", RUN + "/servlet-platform", RUN + "/sprout-nio-virtual"))
                .describedAs(err.toString())
                .isZero();

        assertThat(out.toString()).contains("sprout-nio-virtual versus servlet-platform");
        assertThat(published).isDirectoryNotContaining(file -> file.endsWith("report.md"));
    }

    private int execute(String... arguments) {
        CommandLine line = Bench.commandLine();
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        return line.execute(arguments);
    }
}
