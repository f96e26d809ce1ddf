package comparison.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.harness.report.SampleRun;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class CompareCommandTest {

    private static final String BASE = "20260101-000000-article";
    private static final String NEW = "20260102-000000-article";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @RegisterExtension
    final ProjectProperty property = new ProjectProperty();

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path project;

    @BeforeEach
    void a_project_with_two_runs_without_readings_of_the_heap() throws IOException {
        property.set(project);
        for (String run : List.of(BASE, NEW)) {
            SampleRun.write(
                    project.resolve("results").resolve(run),
                    List.of(SampleRun.Behaviour.of("servlet-platform", 4, 400, 4, 200)),
                    3,
                    2,
                    20,
                    1);
        }
    }

    @Test
    void a_requirement_that_every_cell_keeps_passes() {
        assertThat(compare("cpu > +50%")).isZero();
        assertThat(out.toString()).contains("| kept |");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void a_requirement_whose_figure_no_cell_has_does_not_pass() {
        assertThat(compare("heap.underLoad.usedBytes > 1")).isEqualTo(1);
        assertThat(out.toString()).contains("NOT JUDGED: no figure");
        assertThat(err.toString())
                .startsWith("bench: No cell could be judged by 'heap.underLoad.usedBytes > 1': its figure is missing")
                .hasLineCount(1);
    }

    private int compare(String requirement) {
        CommandLine line = Bench.commandLine();
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        return line.execute("compare", BASE, NEW, "--fail-if", requirement);
    }
}
