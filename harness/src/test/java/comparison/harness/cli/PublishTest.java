package comparison.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.harness.plan.Limits;
import comparison.harness.plan.Plan;
import comparison.harness.plan.TableState;
import comparison.harness.record.Json;
import comparison.harness.record.RunFolder;
import comparison.harness.report.Report;
import comparison.harness.report.SampleRun;
import comparison.harness.workload.Phase;
import comparison.harness.workload.Simulation;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

class PublishTest {

    private static final String PAGE = """
        Before.
        <!-- results:begin (written by ./bench publish) -->
        yesterday
        <!-- results:end -->
        After.
        """;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @RegisterExtension
    final ProjectProperty property = new ProjectProperty();

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path project;

    @BeforeEach
    void a_project_with_a_run_and_a_front_page() throws IOException {
        property.set(project);
        SampleRun.write(
                project.resolve("results/20260101-000000-article"),
                List.of(
                        SampleRun.Behaviour.of("servlet-platform", 4, 400, 4, 200),
                        SampleRun.Behaviour.of("sprout-nio-virtual", 2, 120, 0.5, 90)),
                1,
                2,
                20,
                1);
        Files.writeString(project.resolve("README.md"), PAGE);
    }

    @Test
    void a_run_becomes_the_one_on_the_front_page() throws IOException {
        assertThat(publish()).isZero();

        assertThat(read("README.md"))
                .startsWith("Before.")
                .endsWith("After.\n")
                .contains("| Servlet, ")
                .doesNotContain("yesterday");
        assertThat(read("results/README.md")).contains("20260101-000000-article", "| Servlet |");
    }

    @Test
    void what_was_recorded_of_each_load_is_published_in_one_file() throws IOException {
        assertThat(publish()).isZero();

        Path facts = project.resolve("results/published/20260101-000000-article/facts.jsonl.gz");
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(facts)), StandardCharsets.UTF_8))) {
            assertThat(lines.lines())
                    .anyMatch(
                            line -> line.startsWith("{\"file\":\"runs/") && line.contains("/load.json\",\"content\":{"))
                    .noneMatch(line -> line.startsWith("{\"file\":\"plan.json"));
        }
    }

    @Test
    void the_summary_is_published_compressed_and_only_the_front_page_has_its_figures_as_csv() throws IOException {
        assertThat(publish("--files-only")).isZero();

        Path published = project.resolve("results/published/20260101-000000-article");
        assertThat(published.resolve("summary.json.gz")).isRegularFile();
        assertThat(published.resolve("summary.json")).doesNotExist();
        assertThat(published.resolve("figures.csv")).doesNotExist();
        assertThat(Report.summary(new RunFolder(published)).run()).isEqualTo("20260101-000000-article");

        assertThat(publish()).isZero();
        assertThat(published.resolve("figures.csv")).content().startsWith("run,variant,phase,figure,");
    }

    @Test
    void published_pages_share_one_copy_of_the_chart_library() throws IOException {
        assertThat(publish()).isZero();

        assertThat(read("results/20260101-000000-article/report.html")).hasSizeGreaterThan(600_000);
        assertThat(read("results/published/20260101-000000-article/report.html"))
                .hasSizeLessThan(200_000)
                .contains(
                        "<script src=\"../echarts-6.0.0.min.js\"></script>", "script-src 'self' file: 'unsafe-inline'")
                .doesNotContain("embedded");
        assertThat(read("results/published/echarts-6.0.0.min.js")).contains("Apache Software Foundation");
    }

    @Test
    void files_alone_leave_the_front_page_as_it_is() throws IOException {
        assertThat(publish("--files-only")).isZero();

        assertThat(out.toString()).contains("README.md stays as it is.");
        assertThat(project.resolve("results/published/20260101-000000-article"))
                .isDirectoryContaining(file -> file.endsWith("report.md"))
                .isDirectoryContaining(file -> file.endsWith("histograms.hlog.gz"))
                .isDirectoryContaining(file -> file.endsWith("facts.jsonl.gz"));
        assertThat(read("results/index.html")).contains("20260101-000000-article");
        assertThat(read("README.md")).isEqualTo(PAGE);
        assertThat(project.resolve("results/README.md")).doesNotExist();
    }

    @Test
    void a_run_without_limits_is_kept_off_the_front_page() throws IOException {
        RunFolder run = new RunFolder(project.resolve("results/20260101-000000-article"));
        Json.write(
                run.plan(),
                Json.read(run.plan(), Plan.class).orElseThrow().with("jmeter", Limits.NONE, true, TableState.PEOPLE));

        assertThat(publish()).isEqualTo(2);
        assertThat(err.toString())
                .contains("was measured without limits, and the front page is about 2 CPUs and 1 GiB")
                .hasLineCount(1);
        assertThat(project.resolve("results/published")).doesNotExist();
        assertThat(publish("--files-only")).isZero();
        assertThat(read("README.md")).isEqualTo(PAGE);
    }

    @Test
    void a_run_that_misses_the_standards_is_refused_and_with_anyway_every_page_of_it_says_so() throws IOException {
        assertThat(execute("publish", "20260101-000000-article")).isEqualTo(2);
        assertThat(err.toString())
                .contains(
                        "20260101-000000-article is not published: its commit 0123456789ab is not in this clone; it has 1 start of each variant instead of 12. Measure again, or publish it with --anyway")
                .hasLineCount(1);
        assertThat(read("README.md")).isEqualTo(PAGE);
        assertThat(project.resolve("results/published")).doesNotExist();

        assertThat(publish()).isZero();
        assertThat(Stream.of("README.md", "results/README.md", "results/published/20260101-000000-article/report.md"))
                .allSatisfy(
                        page -> assertThat(read(page))
                                .contains(
                                        "**This run falls short of the standards of `./bench publish`**: its commit 0123456789ab"));
        assertThat(read("results/published/20260101-000000-article/report.html"))
                .contains(
                        "<strong>This run falls short of the standards of ./bench publish</strong>: its commit 0123456789ab");
        assertThat(read("results/index.html")).contains("\"belowStandard\":true");
    }

    @Test
    void a_front_page_without_a_place_for_the_table_is_refused_before_anything_is_written() throws IOException {
        Files.writeString(project.resolve("README.md"), "nothing");

        assertThat(publish()).isEqualTo(2);

        assertThat(err.toString())
                .contains("README.md has no lines '<!-- results:begin")
                .hasLineCount(1);
        assertThat(project.resolve("results/published")).doesNotExist();
        assertThat(project.resolve("results/README.md")).doesNotExist();
    }

    @Test
    void simulations_that_were_not_all_measured_are_published_only_if_that_is_asked_for() throws IOException {
        RunFolder run = new RunFolder(project.resolve("results/20260101-000000-article"));
        Plan plan = Json.read(run.plan(), Plan.class).orElseThrow();
        Json.write(
                run.plan(),
                Plan.draw(
                        plan.preset(),
                        plan.variants(),
                        List.of(Simulation.named("hello").scaled(0.1)),
                        List.of(Phase.COLD),
                        plan.invocations(),
                        1));

        assertThat(publish()).isEqualTo(2);
        assertThat(err.toString())
                .contains(
                        "is not published, because it is not whole: ",
                        "runs/servlet-platform/hello-1/invocation.json is not there")
                .contains("or publish it with --incomplete if that is the result.");
        assertThat(project.resolve("results/published")).doesNotExist();

        assertThat(publish("--incomplete")).isZero();
        assertThat(read("results/published/20260101-000000-article/report.md"))
                .startsWith(
                        "**This run falls short of the standards of `./bench publish`**: its commit 0123456789ab is not in this clone;")
                .contains("\n- — ", "runs/servlet-platform/hello-1/invocation.json is not there");
        assertThat(read("README.md")).isEqualTo(PAGE);
        Path published = project.resolve("results/published/20260101-000000-article");
        assertThat(published.resolve("simulations.json")).doesNotExist();
        assertThat(Json.read(published.resolve("simulations.json"), JsonNode.class))
                .hasValueSatisfying(simulated -> assertThat(simulated.isArray()).isTrue());
    }

    @Test
    void a_table_of_the_front_page_is_never_incomplete() {
        assertThat(publish("--incomplete")).isEqualTo(2);

        assertThat(err.toString()).contains("--incomplete is for simulations;").hasLineCount(1);
        assertThat(project.resolve("results/published")).doesNotExist();
    }

    private String read(String file) throws IOException {
        return Files.readString(project.resolve(file));
    }

    /** The standards have tests of their own. */
    private int publish(String... options) {
        return execute(Stream.concat(Stream.of("publish", "20260101-000000-article", "--anyway"), Stream.of(options))
                .toArray(String[]::new));
    }

    private int execute(String... arguments) {
        CommandLine line = Bench.commandLine();
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        return line.execute(arguments);
    }
}
