package comparison.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.harness.metric.Metric;
import comparison.harness.plan.Limits;
import comparison.harness.plan.Plan;
import comparison.harness.plan.Served;
import comparison.harness.plan.TableState;
import comparison.harness.plan.Variant;
import comparison.harness.record.Environment;
import comparison.harness.record.Invocation;
import comparison.harness.record.Json;
import comparison.harness.record.Jvm;
import comparison.harness.record.RunFolder;
import comparison.harness.record.RunFolder.InvocationFolder;
import comparison.harness.record.Startup;
import comparison.harness.record.Steady;
import comparison.harness.record.Work;
import comparison.harness.workload.Loops;
import comparison.harness.workload.Phase;
import comparison.harness.workload.Rate;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.StringReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.zip.GZIPOutputStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class ReportTest {

    private static final List<Variant> VARIANTS = List.of(
            new Variant("a", "A & Co", "jvm", "a", "a.jar", "a", Map.of("THREADS", "virtual")),
            new Variant("b", "B", "jvm", "b", "b.jar", "b", Map.of()));

    private final Locale locale = Locale.getDefault();

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before each test
    private Path temporary;

    @SuppressWarnings("NullAway.Init") // set before each test
    private RunFolder run;

    @BeforeEach
    void a_run_of_two_variants_cold_and_warm() throws IOException {
        run = new RunFolder(Files.createDirectory(temporary.resolve("20260102-030405-quick")));
        Plan plan = Plan.draw("quick", VARIANTS, List.of(new Loops(2, 1)), List.of(Phase.COLD, Phase.WARM), 1, 42);
        Json.write(run.plan(), plan);
        Json.write(run.environment(), environment());
        for (Variant variant : VARIANTS) {
            Json.write(run.discardedStart(variant.id()).work(), new Work(1, 1, Map.of(), "a", List.of()));
        }
        for (Plan.Slot slot : plan.order()) {
            write(run.invocation(slot));
        }
    }

    @AfterEach
    void the_locale_is_what_it_was() {
        Locale.setDefault(locale);
    }

    @ParameterizedTest
    @ValueSource(strings = {"en-US", "de-DE", "ar-EG", "tr-TR", "hi-IN-u-nu-deva"})
    void is_the_same_in_every_locale(String tag) throws IOException {
        Locale.setDefault(Locale.forLanguageTag(tag));

        Report.write(run);

        for (String name : List.of("report.md", "summary.json", "figures.csv")) {
            assertThat(run.path().resolve(name)).hasContent(golden(name));
        }
        String page = Files.readString(run.path().resolve("report.html"));
        String written = page.substring(0, page.indexOf("/*\n* Licensed to the Apache"));
        assertThat(written)
                .contains("<td>A &amp; Co</td><td>yes</td><td>cold</td><td>17</td><td>299</td><td>1.250</td>")
                .contains(
                        "<h1>Undecided: in this run, <b>A &amp; Co (a)</b> needed as much CPU time per request as B (b), "
                                + "which may be noise.</h1>")
                .contains("\"variant\":\"a\"")
                .doesNotContain("NaN")
                .doesNotContain("{{");
    }

    @ParameterizedTest
    @ValueSource(strings = {"en-US", "de-DE", "ar-EG"})
    void the_chart_is_well_formed_and_its_longest_bar_is_that_of_the_largest_figure(String tag) throws Exception {
        Locale.setDefault(Locale.forLanguageTag(tag));

        String svg = Chart.svg(Report.write(run));

        Document parsed =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
        assertThat(parsed.getElementsByTagName("g").getLength()).isEqualTo(4);
        assertThat(svg).contains("width=\"224.0\"").doesNotContain("NaN").doesNotContain("width=\"-");
    }

    @Test
    void a_variant_that_serves_the_load_plan_only_is_named_as_such() throws IOException {
        String plan = Files.readString(run.plan());
        Files.writeString(run.plan(), plan.replaceFirst(Served.EVERYTHING.id(), Served.LOAD_PLAN.id()));

        assertThat(Report.write(run).warnings())
                .filteredOn(warning -> warning.code().equals("load-plan-only"))
                .extracting(Warning::about)
                .containsExactly("a");
    }

    @Test
    void a_variant_with_other_sql_is_named_as_such_and_gets_no_verdict() throws IOException {
        String plan = Files.readString(run.plan());
        Files.writeString(run.plan(), plan.replaceFirst(Served.EVERYTHING.id(), Served.SPRING_DATA.id()));

        Summary summary = Report.write(run);

        assertThat(summary.warnings())
                .filteredOn(warning -> warning.code().equals("other-sql"))
                .extracting(Warning::about)
                .containsExactly("a");
        assertThat(summary.comparisons())
                .isNotEmpty()
                .extracting(Comparison::verdict)
                .containsOnly(Comparison.OTHER_SQL);
    }

    @Test
    void the_throughput_of_the_open_model_is_its_input_and_gets_no_verdict(@TempDir Path open) throws IOException {
        RunFolder rate = SampleRun.write(
                open.resolve("run"),
                List.of(
                        SampleRun.Behaviour.of("servlet-platform", 10, 250, 3, 200),
                        SampleRun.Behaviour.of("sprout-platform", 5, 140, 0.5, 80)),
                8,
                2,
                50,
                1);
        Plan plan = Json.read(rate.plan(), Plan.class).orElseThrow();
        Json.write(
                rate.plan(),
                Plan.draw("open", plan.variants(), List.of(new Rate(40, 10)), plan.phases(), 8, plan.seed()));

        Summary summary = Report.write(rate);

        assertThat(summary.failures()).isEmpty();
        assertThat(summary.comparisons())
                .hasSize(5)
                .allSatisfy(comparison -> assertThat(comparison.verdict())
                        .isEqualTo(
                                comparison.metric().metric().isThroughput()
                                        ? "not judged: the rate is set"
                                        : comparison.verdict().replace("not judged", "judged")));
        assertThat(Headline.of(summary).html()).contains("CPU time per request");
        assertThat(Ranking.swaps(summary, summary, summary.variants())).hasSize(1);
        assertThat(RunComparison.of(summary, summary).judge(List.of(Requirement.parse("warm throughput < -10%"))))
                .extracting(RunComparison.Judgement::outcome)
                .containsOnly(Requirement.Outcome.NOT_COMPARABLE);
    }

    @Test
    void collections_have_a_table_and_a_server_that_does_not_count_them_has_dashes_in_it() throws IOException {
        for (Phase scenario : List.of(Phase.COLD, Phase.WARM)) {
            Json.write(
                    run.invocation(new Plan.Slot("a", 1)).load(scenario).facts(),
                    SampleRun.load(
                            2,
                            0,
                            SampleRun.NO_CPU,
                            SampleRun.NO_PRESSURE,
                            counted(3, 10),
                            counted(8, 35),
                            SampleRun.UNBOUND,
                            Map.of()));
        }

        Report.write(run);

        assertThat(Files.readString(run.path().resolve("report.md")))
                .contains(
                        "| a | cold | 5 | 25.0 | 1.25 |", "| a | warm | 5 | 25.0 | 1.25 |", "| b | warm | — | — | — |");
        assertThat(Files.readString(run.path().resolve("report.html")))
                .contains("<td>a</td><td>warm</td><td>5</td><td>25.0</td><td>1.25</td>");
    }

    @Test
    void where_no_server_counts_collections_there_is_no_table_of_them() throws IOException {
        Report.write(run);

        for (String form : List.of("report.md", "report.html")) {
            assertThat(Files.readString(run.path().resolve(form))).doesNotContain("Garbage collection");
        }
    }

    @Test
    void the_peak_memory_of_the_warm_load_is_that_of_all_loads_of_the_start() throws IOException {
        InvocationFolder start = run.invocation(new Plan.Slot("a", 1));
        Files.writeString(
                start.load(Phase.COLD).resources("server"),
                "atMillis,anonBytes,fileBytes,peakBytes,cpuNanos\n0,900,1,1000,0\n200,700,1,1000,1\n");
        Files.writeString(
                start.load(Phase.WARM).resources("server"),
                "atMillis,anonBytes,fileBytes,peakBytes,cpuNanos\n0,80,2,1000,2\n200,90,2,1000,3\n");

        assertThat(Report.write(run).cells())
                .filteredOn(cell -> cell.variant().equals("a"))
                .extracting(cell -> cell.figure(Metric.MEMORY).orElseThrow().median())
                .containsExactly(900.0, 900.0);
    }

    private static Jvm counted(long collections, double millis) {
        return new Jvm(Map.of("gcCount", (double) collections, "gcMillis", millis), null);
    }

    @Test
    void a_run_that_goes_on_is_shown_by_its_first_rounds_and_nothing_of_it_is_written() {
        Plan plan = Json.read(run.plan(), Plan.class).orElseThrow();
        String whole = Report.text(run, Summarizer.summarize(run).summary());
        Json.write(run.plan(), plan.withInvocations(3));

        String soFar = Report.provisional(run, plan);

        assertThat(soFar).doesNotContain("is not there").isNotBlank();
        assertThat(whole).startsWith(soFar.stripTrailing());
        assertThat(run.summary()).doesNotExist();
    }

    @Test
    void a_run_that_goes_on_says_what_disturbs_it_and_leaves_other_warnings_to_the_report() {
        Plan plan = Json.read(run.plan(), Plan.class).orElseThrow();
        assertThat(Report.provisional(run, plan)).doesNotContain("What disturbs this run");

        Json.write(
                run.invocation(new Plan.Slot("a", 1)).steady(),
                new Steady(Steady.SCHEMA_VERSION, "no drift", false, null, List.of()));

        assertThat(Report.provisional(run, plan))
                .contains("What disturbs this run; you may stop it with Ctrl-C")
                .contains("warning: a warm, invocation 1: no steady state within a minute of load; required: no drift.")
                .containsOnlyOnce("warning: ");
    }

    @Test
    void a_variant_whose_metrics_page_was_not_there_is_named() throws IOException {
        Files.writeString(
                run.invocation(new Plan.Slot("a", 1)).scrapes(), "atMillis,millis,status,bytes\n15000,8,200,9000\n");
        Files.writeString(
                run.invocation(new Plan.Slot("b", 1)).scrapes(),
                "atMillis,millis,status,bytes\n15000,8,200,9000\n30000,2,0,0\n");

        assertThat(Report.write(run).warnings())
                .filteredOn(warning -> warning.code().equals("not-scraped"))
                .singleElement()
                .satisfies(warning ->
                        assertThat(warning.line()).startsWith("b: 1 of 2 fetches of its metrics page were answered"));
    }

    @Test
    void a_round_whose_starts_are_of_different_sessions_is_named() {
        assertThat(Report.write(run).warnings()).extracting(Warning::code).doesNotContain("split-round");

        Json.write(
                run.invocation(new Plan.Slot("a", 1)).outcome(),
                new Invocation(Invocation.SCHEMA_VERSION, true, null, 1, null, null, null, null, null));
        Json.write(
                run.invocation(new Plan.Slot("b", 1)).outcome(),
                new Invocation(Invocation.SCHEMA_VERSION, true, null, 2, null, null, null, null, null));

        assertThat(Report.write(run).warnings())
                .filteredOn(warning -> warning.code().equals("split-round"))
                .extracting(Warning::text)
                .containsExactly(
                        "round 1: the starts were measured in different sessions, so their ratios compare what may be hours apart");
    }

    @Test
    void a_run_that_nobody_observed_says_so() {
        assertThat(Report.write(run).conditions())
                .contains("the metrics page of each variant was fetched every 15 s from its start, as in production");
        Json.write(
                run.plan(),
                Json.read(run.plan(), Plan.class)
                        .orElseThrow()
                        .with("jmeter", Limits.ARTICLE, false, TableState.PEOPLE));

        assertThat(Report.write(run).conditions()).contains("not observed: no metrics page was fetched");
    }

    @Test
    void deleting_a_raw_file_empties_its_cell_and_says_so() throws IOException {
        Summary before = Report.write(run);
        Files.delete(run.invocation(new Plan.Slot("a", 1)).load(Phase.WARM).samples());

        Summary after = Report.write(run);

        Cell emptied = cell(after, "a", "warm");
        assertThat(cell(before, "a", "warm").figures()).containsKey("throughput.total");
        assertThat(emptied.figures()).doesNotContainKeys("throughput.total", "cpuSecondsPer1000.server");
        assertThat(emptied.samples()).isNull();
        assertThat(emptied.missing()).anyMatch(line -> line.contains("runs/a/1/warm/samples.jtl.gz is not there"));
        assertThat(cell(after, "a", "cold")).isEqualTo(cell(before, "a", "cold"));
        assertThat(cell(after, "b", "warm")).isEqualTo(cell(before, "b", "warm"));
        assertThat(Files.readString(run.path().resolve("report.md"))).contains(Table.EMPTY);
    }

    @Test
    void without_any_raw_file_every_figure_is_empty() throws IOException {
        for (Variant variant : VARIANTS) {
            for (Path file : List.of("startup/probe.json", "startup/server.csv").stream()
                    .map(run.invocation(new Plan.Slot(variant.id(), 1)).path()::resolve)
                    .toList()) {
                Files.delete(file);
            }
            for (Phase scenario : List.of(Phase.COLD, Phase.WARM)) {
                RunFolder.LoadFolder load =
                        run.invocation(new Plan.Slot(variant.id(), 1)).load(scenario);
                for (Path file :
                        List.of(load.samples(), load.facts(), load.resources("server"), load.resources("client"))) {
                    Files.delete(file);
                }
            }
        }

        assertThat(Report.write(run).cells())
                .allSatisfy(cell -> assertThat(cell.figures()).isEmpty());
    }

    @Test
    void too_few_samples_a_failed_one_and_a_row_left_fail_the_cell() throws IOException {
        RunFolder.LoadFolder load = run.invocation(new Plan.Slot("b", 1)).load(Phase.COLD);
        samples(load.samples(), "1000,5,Create,201,false,\"The body, of Create\"\n");
        Json.write(load.facts(), SampleRun.facts(1.5, 3, 16_000_000, 16_000_000, 16_000_000));

        Cell failed = cell(Report.write(run), "b", "cold");

        assertThat(failed.errors()).isEqualTo(1);
        assertThat(failed.failures())
                .containsExactly(
                        "b cold, invocation 1: 3 rows left in the table",
                        "b cold, invocation 1: 1 samples instead of 8",
                        "b cold, invocation 1: 1 of 1 requests failed, the first one: Create, The body, of Create");
    }

    private static Cell cell(Summary summary, String variant, String phase) {
        return summary.cells().stream()
                .filter(cell -> cell.variant().equals(variant) && cell.phase().equals(phase))
                .findFirst()
                .orElseThrow();
    }

    private static void write(InvocationFolder folder) throws IOException {
        Json.write(folder.outcome(), new Invocation(true, null));
        Json.write(folder.startup(), new Startup(1, "spawn", 1.25, 200, null, 1.1));
        Json.write(folder.steady(), new Steady(Steady.SCHEMA_VERSION, "as it is made", true, null, List.of()));
        readings(folder.atRest(), 50_000_000);
        for (Phase scenario : List.of(Phase.COLD, Phase.WARM)) {
            RunFolder.LoadFolder load = folder.load(scenario);
            readings(load.resources("server"), 100_000_000);
            readings(load.resources("database"), 1_000_000);
            readings(load.resources("client"), 1_000_000);
            Json.write(load.facts(), SampleRun.facts(1.5, 0, 16_000_000, 16_000_000, 16_000_000));
            samples(load.samples(), scenario == Phase.COLD ? loops(20) : loops(5));
        }
    }

    /** Two threads, one loop each, every request as slow as the other. */
    private static String loops(int millis) {
        StringBuilder lines = new StringBuilder();
        int step = 0;
        for (String operation : List.of("Create", "Read", "Update", "Delete")) {
            for (int thread = 0; thread < 2; thread++) {
                lines.append("%d,%d,%s,200,true,\n".formatted(1_000 + step * millis, millis, operation));
            }
            step++;
        }
        return lines.toString();
    }

    private static void samples(Path file, String lines) throws IOException {
        Files.createDirectories(file.getParent());
        try (Writer text =
                new OutputStreamWriter(new GZIPOutputStream(Files.newOutputStream(file)), StandardCharsets.UTF_8)) {
            text.write("timeStamp,elapsed,label,responseCode,success,failureMessage\n" + lines);
        }
    }

    private static void readings(Path file, long anonBytes) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, """
            atMillis,anonBytes,fileBytes,peakBytes,cpuNanos
            1000,%1$d,1000000,200000000,1000000000
            1200,%2$d,1500000,210000000,1016000000
            """.formatted(anonBytes, anonBytes + (1 << 20)));
    }

    private static Environment environment() {
        return new Environment(
                1,
                "2026-01-02T03:04:05Z",
                "docker",
                "asked for",
                List.of("server: 2 CPUs", "database: 2 CPUs"),
                "control groups",
                "OpenJDK 25",
                List.of("-XX:+UseSerialGC"),
                null,
                "JMeter 5.6.3",
                "PostgreSQL 18",
                new Environment.Machine("A processor", null, null, null, null, 2, 8L << 30, "Linux 6", "Debian"),
                "0123456789ab",
                0.25,
                Map.of("a", new Environment.Image("sha256:a", 17.2, 299_000_000)),
                null);
    }

    private static String golden(String name) throws IOException {
        try (var text = Objects.requireNonNull(ReportTest.class.getResourceAsStream(name), name)) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
