package comparison.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.harness.metric.Metric;
import comparison.harness.report.Report;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class BadInputTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @RegisterExtension
    final ProjectProperty property = new ProjectProperty();

    @BeforeEach
    void this_clone_is_the_project() {
        property.set(Path.of("..").toAbsolutePath().normalize());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            run --variants sprout-nio-virtal   | Unknown variant 'sprout-nio-virtal'. Did you mean sprout-nio-virtual,
            run --scenarios lukewarm           | Unknown scenario 'lukewarm'. Valid: cold, second, warm.
            run --preset slow                  | Unknown preset 'slow'. Did you mean gc, quick or stacks?
            run --runtime moon                 | Unknown runtime 'moon'. Valid: auto, docker, process.
            run --threads 0                    | --threads is 0. Valid: 1 to
            run --dry-run --threads 600 --loops 1000000 | --loops is 1000000. Valid: 1 to 72500.
            run --dry-run --threads 1000000    | --threads is 1000000. Valid: 1 to
            run --catalogue /                  | The catalogue / cannot be read: java.io.IOException: Is a directory.
            run --catalogue ../experiments/variants.yaml --variants pool-of-two | Unknown variant 'pool-of-two'. Did you mean pool-of-one,
            run --loops many                   | 'many' is not an int. './bench run --help' shows the options.
            run --seconds 5                    | --seconds is for the open model: add --rate, or leave it out.
            run --connections 5                | --connections is for the open model: add --rate, or leave it out.
            run --rate 100/s --connections 5   | --connections needs --load hyperfoil: in JMeter's open model each loop opens a connection.
            run --rate 1801/s                  | --rate is '1801/s'. Valid: above 0 up to 1800 requests per second, such as 500/s. One loop of four is one connection, and there are not ports enough for more; --connections keeps them.
            run --rate 50,5% --of latest       | --rate is '50,5%'. Valid: N/s, such as 500/s, or N% with --of RUN.
            run --rate 50%                     | --rate N% and --of RUN belong together
            run --rate 50/s --of latest        | --rate N% and --of RUN belong together
            run --rate 50% --of no-such-run    | Unknown run 'no-such-run'.
            run --rate 50% --of {stacks} --variants sprout-nio-platform | {stacks} has no warm throughput of sprout-nio-platform in a closed loop. Name another run with --of, or measure these without --rate first.
            run --rate 100/s --loops 5         | --rate has a schedule instead of threads and loops: leave out --threads and --loops
            run --rate 100/s --threads 5       | --rate has a schedule instead of threads and loops: leave out --threads and --loops
            run --rate 100/s --seconds 1741    | --seconds is 1741. Valid: 1 to 1740.
            run --rate 100/s --seconds 0       | --seconds is 0. Valid: 1 to 1740.
            run --preset sources --threads 5   | Simulations have their own clients and schedules, and one cold load per start: leave out --threads.
            run --simulations hello --loops 5  | one cold load per start: leave out --loops.
            run --simulations hello --scenarios cold --threads 2 | one cold load per start: leave out --scenarios, --threads.
            run --preset sources-short --seconds 5 | --seconds is for the open model
            run --simulations hello --variants sprout-nio-virtual,servlet-baseline | 'servlet-baseline' can't answer the simulation 'hello', which asks for /benchmark: it says 'serves: load-plan'. Leave out the variant or the simulations.
            run --limits tight                 | Unknown limits 'tight'. Valid: article, none.
            run --frobnicate                   | Unknown option: '--frobnicate'. Did you mean --
            rnu                                | Did you mean run,
            run --invocation 3                 | Unknown options: '--invocation', '3'. Did you mean --invocations,
            report no-such-run                 | Unknown run 'no-such-run'. Did you mean
            compare no-such-run/a no-such-run/b | Unknown run 'no-such-run'. Did you mean
            compare published/{stacks}/a published/{stacks} | {stacks} has no variant 'a'. Did you mean vertx, helidon or servlet-virtual?
            compare {stacks}/a {stacks}           | {stacks} has no variant 'a'. Did you mean vertx, helidon or servlet-virtual?
            compare {waiting} {stacks} --anyway   | {waiting} sent simulations, which are not compared with another run
            publish no-such-run                | Unknown run 'no-such-run'. Did you mean
            report                             | Missing required parameter: 'RUN'. './bench report --help' shows the options.
            check nowhere                      | 'nowhere' is not an address. Valid: http://HOST:PORT
            check http://localhost:99999       | 'http://localhost:99999' is not an address. Valid: http://HOST:PORT with a port of 1 to 65535
            check http://localhost:0           | 'http://localhost:0' is not an address. Valid:
            check http://localhost:8080 --management http://localhost:65536 | 'http://localhost:65536' is not an address. Valid:
            check http://localhost:8080 http://localhost:9080 | 'http://localhost:9080' is one too many: give one URL, or a command with --start.
            check http://localhost:8080 --serves hello | Unknown value of serves 'hello'. Valid: everything, waiting, person-api, spring-data, load-plan.
            check --start target/app --serves load-plan | --serves load-plan has no contract to check. Valid: everything, waiting, person-api, spring-data.
            check --start target/app --management http://localhost:9080 | --management is of an application that runs: leave it out
            """)
    void is_answered_by_exit_code_2_and_one_line_that_lists_what_is_valid(String arguments, String message) {
        int exitCode = execute(withRuns(arguments).strip().split(" "));

        assertThat(exitCode).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("bench: ")
                .contains(withRuns(message).strip())
                .hasLineCount(1);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void a_check_where_nobody_listens_is_one_line_and_exit_code_1() throws IOException {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }

        int exitCode = execute("check", "http://127.0.0.1:" + free);

        assertThat(exitCode).isEqualTo(1);
        assertThat(err.toString())
                .startsWith("bench: Nothing answers at http://127.0.0.1:" + free)
                .hasLineCount(1);
    }

    @Test
    void a_dry_run_shows_rows_and_order_and_starts_nothing() {
        int exitCode = execute("run", "--preset", "article", "--seed", "1", "--dry-run");

        assertThat(exitCode).isEqualTo(0);
        assertThat(out.toString()).contains("40000 samples per load, seed 1", "36 rows:", "servlet-virtual #1");
    }

    @Test
    void what_the_open_model_and_simulations_can_follow_is_taken() {
        assertThat(execute("run", "--rate", "100/s", "--seconds", "1740", "--dry-run"))
                .isEqualTo(0);
        assertThat(execute("run", "--preset", "sources", "--invocations", "2", "--dry-run"))
                .isEqualTo(0);
        assertThat(out.toString())
                .contains("100.0 requests per second for 1740 s", "preset sources, simulations", "88 rows: ");
    }

    @Test
    void a_rate_can_be_a_share_of_what_the_slowest_of_the_variants_reached() {
        String run = published("stacks");
        double slowest = Math.min(warmThroughput(run, "servlet-virtual"), warmThroughput(run, "webflux-platform"));

        int exitCode = execute(
                "run",
                "--rate",
                "50%",
                "--of",
                run,
                "--load",
                "hyperfoil",
                "--connections",
                "10",
                "--variants",
                "servlet-virtual,webflux-platform",
                "--dry-run");

        assertThat(exitCode).as(err.toString()).isZero();
        assertThat(out.toString())
                .contains("open model, %s requests per second for 20 s, 10 kept connections"
                        .formatted(slowest * 50 / 100));
    }

    @Test
    void variants_are_scraped_unless_that_is_not_wanted() {
        assertThat(execute("run", "--dry-run")).isZero();
        assertThat(out.toString()).contains("scraped every 15 s, as in production");
        assertThat(execute("run", "--no-scrape", "--dry-run")).isZero();
        assertThat(out.toString()).contains("not scraped");
    }

    @Test
    void limits_are_those_of_the_article_unless_none_are_asked_for() {
        assertThat(execute("run", "--dry-run")).isZero();
        assertThat(out.toString()).contains("limits: article");
        assertThat(execute("run", "--limits", "none", "--preset", "sources", "--dry-run"))
                .isZero();
        assertThat(out.toString()).contains("limits: none");
    }

    @Test
    void no_command_shows_the_three_to_begin_with_and_is_bad_input() {
        assertThat(execute()).isEqualTo(2);
        assertThat(out.toString())
                .contains("./bench doctor ", "./bench run ", "./bench list ", "All commands: ./bench --help")
                .hasLineCount(7);
    }

    @Test
    void the_options_of_run_stand_in_groups_with_their_defaults() {
        assertThat(execute("run", "--help")).isZero();
        assertThat(out.toString())
                .containsSubsequence(
                        "What:",
                        "--preset",
                        "How often:",
                        "--scenarios",
                        "Load:",
                        "Where:",
                        "Default: auto",
                        "Repeat:",
                        "--resume");
        String help = out.toString();
        assertThat(help.substring(help.indexOf("Measures variants"), help.indexOf("What:")))
                .as("options outside the groups")
                .doesNotContainPattern("--(?!help|version)");
    }

    /** Puts the newest published run of a preset in the place of its name in braces. */
    private static String withRuns(String text) {
        return text.replace("{stacks}", published("stacks")).replace("{waiting}", published("waiting"));
    }

    private static String published(String preset) {
        return Project.here().publishedRuns().stream()
                .map(run -> run.path().getFileName().toString())
                .filter(name -> name.endsWith("-" + preset))
                .toList()
                .getLast();
    }

    private static double warmThroughput(String run, String variant) {
        return Report.summary(Project.here().run(run)).cells().stream()
                .filter(cell -> cell.variant().equals(variant) && cell.phase().equals("warm"))
                .mapToDouble(cell -> Objects.requireNonNull(cell.figures().get(Metric.THROUGHPUT.key()))
                        .median())
                .findFirst()
                .orElseThrow();
    }

    private int execute(String... arguments) {
        CommandLine line = Bench.commandLine();
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        return line.execute(arguments);
    }
}
