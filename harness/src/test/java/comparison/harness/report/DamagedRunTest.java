package comparison.harness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import comparison.harness.Fault;
import comparison.harness.plan.Plan;
import comparison.harness.record.Environment;
import comparison.harness.record.Json;
import comparison.harness.record.RunFolder;
import comparison.harness.record.Startup;
import comparison.harness.record.Work;
import comparison.harness.workload.Phase;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is damaged costs its own figures, is named, and nothing else is lost. */
class DamagedRunTest {

    private static final String HEADER = "timeStamp,elapsed,label,responseCode,success,failureMessage\n";

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before each test
    private Path temporary;

    @SuppressWarnings("NullAway.Init") // set before each test
    private RunFolder run;

    @SuppressWarnings("NullAway.Init") // set before each test
    private Path samples;

    @BeforeEach
    void a_run() throws IOException {
        run = SampleRun.write(
                temporary.resolve("run"),
                List.of(SampleRun.Behaviour.of("a", 5, 100, 1, 100), SampleRun.Behaviour.of("b", 5, 100, 1, 100)),
                1,
                2,
                20,
                3);
        samples = run.invocation(new Plan.Slot("a", 1)).load(Phase.WARM).samples();
    }

    @Test
    void samples_that_are_cut_off_are_named_and_left_out() throws IOException {
        byte[] whole = Files.readAllBytes(samples);
        Files.write(samples, Arrays.copyOf(whole, whole.length / 2));

        onlyThisCellFails("runs/a/1/warm/samples.jtl.gz is damaged");
    }

    @Test
    void samples_that_are_no_gzip_are_named() throws IOException {
        Files.writeString(samples, "rubbish");

        onlyThisCellFails("runs/a/1/warm/samples.jtl.gz is damaged");
    }

    @Test
    void an_empty_file_of_samples_is_named() throws IOException {
        Files.write(samples, new byte[0]);

        onlyThisCellFails("runs/a/1/warm/samples.jtl.gz is damaged");
    }

    @Test
    void a_header_without_samples_is_too_few_samples_and_no_figure() throws IOException {
        Files.write(samples, zipped(HEADER));

        onlyThisCellFails("0 samples instead of 160");
    }

    @Test
    void a_clock_that_was_set_back_leaves_no_throughput_and_no_latency() throws IOException {
        Files.write(
                samples, zipped(HEADER + "1790000000000,5,Read,200,true,\n1790000000010,-3600000,Read,200,true,\n"));

        onlyThisCellFails("the clock was set during the load (1 samples");
    }

    @Test
    void a_clock_that_was_set_forward_leaves_no_throughput_and_no_latency() throws IOException {
        Files.write(samples, zipped(HEADER + "1790000000000,5,Read,200,true,\n1790003600000,5,Read,200,true,\n"));

        onlyThisCellFails("the clock was set during the load (its samples span 3600.0 s, and it lasted for ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"atMillis\n12;13\n", "atMillis\n\u00ff\n"}) // a field too few, and no UTF-8
    void damaged_readings_cost_memory_and_nothing_else(String readings) throws IOException {
        Files.writeString(
                run.invocation(new Plan.Slot("a", 1)).load(Phase.WARM).resources("server"),
                readings,
                StandardCharsets.ISO_8859_1);

        Summary summary = Report.write(run);

        Cell cell = cell(summary, "a", "warm");
        assertThat(cell.figures()).containsKey("throughput.total").doesNotContainKey("memory.underLoad.anonBytes");
        assertThat(cell.failures()).singleElement().asString().contains("runs/a/1/warm/server.csv is damaged");
    }

    @Test
    void damaged_readings_of_the_heap_cost_its_figures_and_nothing_else() throws IOException {
        Path heap = run.invocation(new Plan.Slot("a", 1)).load(Phase.WARM).heap();
        Files.writeString(heap, "atMillis,usedBytes,capacityBytes\n1,20,40\n2,30,40\n");
        assertThat(cell(Report.write(run), "a", "warm").figures())
                .hasEntrySatisfying(
                        "heap.underLoad.usedBytes",
                        used -> assertThat(used.median()).isEqualTo(30))
                .hasEntrySatisfying(
                        "heap.underLoad.capacityBytes",
                        capacity -> assertThat(capacity.median()).isEqualTo(40));
        assertThat(cell(Report.write(run), "b", "warm").figures()).doesNotContainKey("heap.underLoad.usedBytes");

        Files.writeString(heap, "atMillis,usedBytes,capacityBytes\n1,20\n");
        Summary summary = Report.write(run);

        assertThat(cell(summary, "a", "warm").figures())
                .containsKey("memory.underLoad.anonBytes")
                .doesNotContainKey("heap.underLoad.usedBytes");
        assertThat(cell(summary, "a", "warm").failures())
                .singleElement()
                .asString()
                .contains("runs/a/1/warm/heap.csv is damaged");
    }

    @Test
    void a_damaged_json_file_is_named_and_the_rest_is_reported() throws IOException {
        Files.writeString(run.invocation(new Plan.Slot("a", 1)).startup(), "{ \"seconds\": ");

        Summary summary = Report.write(run);

        assertThat(cell(summary, "a", "warm").figures())
                .containsKey("throughput.total")
                .doesNotContainKey("startup.seconds");
        assertThat(summary.failures()).anyMatch(line -> line.contains("probe.json is damaged or of another version"));
        assertThat(cell(summary, "b", "warm").failures()).isEmpty();
    }

    @Test
    void damaged_facts_of_a_load_cost_its_processor_time_and_nothing_else() throws IOException {
        Files.writeString(run.invocation(new Plan.Slot("a", 1)).load(Phase.WARM).facts(), "{ \"seconds\": ");

        Summary summary = Report.write(run);

        assertThat(cell(summary, "a", "warm").figures())
                .containsKey("throughput.total")
                .doesNotContainKey("cpuSecondsPer1000.server");
        assertThat(summary.failures()).anyMatch(line -> line.contains("load.json is damaged or of another version"));
    }

    @Test
    void more_requests_in_flight_than_clients_fail_the_cell() throws IOException {
        // Two threads, but four requests of 100 ms each within 100 ms.
        String rows = "1790000000000,100,Read,200,true,\n".repeat(4);
        Files.write(samples, zipped(HEADER + rows));

        assertThat(cell(Report.write(run), "a", "warm").failures())
                .anyMatch(line -> line.contains("4.00 requests in flight by Little's law, from 2 client threads"));
    }

    @Test
    void a_load_whose_reads_the_database_never_saw_fails_the_cell() throws IOException {
        Json.write(
                run.discardedStart("a").work(), new Work(1, 16, Map.of("read", Map.of("select", 16L)), "a", List.of()));
        Json.write(
                run.invocation(new Plan.Slot("a", 1)).load(Phase.WARM).facts(),
                SampleRun.load(
                        1,
                        0,
                        SampleRun.NO_CPU,
                        SampleRun.NO_PRESSURE,
                        SampleRun.UNREAD,
                        SampleRun.UNREAD,
                        SampleRun.UNBOUND,
                        Map.of("select", 39L)));

        assertThat(cell(Report.write(run), "a", "warm").failures())
                .containsExactly(
                        "a warm, invocation 1: the database did not do the work of these requests: 'select' 39 times instead of 40");
    }

    @Test
    void what_the_gate_and_the_warm_up_left_is_missed_if_it_is_gone() throws IOException {
        Files.delete(run.discardedStart("b").work());
        Files.delete(run.invocation(new Plan.Slot("b", 1)).steady());

        assertThat(Report.write(run).missing())
                .contains(
                        "the SQL that was counted before measuring: runs/b/discarded-start/work.json is not there",
                        "whether it was steady when it was measured: runs/b/1/steady/steady.json is not there");
    }

    @Test
    void a_report_whose_raw_files_are_gone_is_not_written_over() throws IOException {
        Report.write(run);
        String report = Files.readString(run.path().resolve("report.md"));
        Files.move(run.path().resolve("runs"), temporary.resolve("elsewhere"));

        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() -> Report.write(run))
                .withMessageContaining("has no raw files any more, so its report stays as it is")
                .matches(fault -> fault.kind() == Fault.Kind.BAD_INPUT);
        assertThat(run.path().resolve("report.md")).hasContent(report);
    }

    @Test
    void the_first_start_of_a_variant_is_told_and_in_no_figure() throws IOException {
        double before = figure(Report.write(run), "a", "startup.seconds");
        Json.write(run.discardedStart("a").startup(), new Startup(2, "spawn", 9.5, 100, null, null));

        Summary summary = Report.write(run);

        assertThat(summary.conditions())
                .contains("first start of each, before the measured ones and in none of their figures: a 9.50 s");
        assertThat(figure(summary, "a", "startup.seconds")).isEqualTo(before);
    }

    private static double figure(Summary summary, String variant, String name) {
        return java.util.Objects.requireNonNull(
                        cell(summary, variant, "warm").figures().get(name))
                .median();
    }

    @Test
    void each_later_session_of_a_resumed_run_is_named_with_its_load() throws IOException {
        Environment first = SampleRun.environment();
        Json.write(
                run.environment(2),
                new Environment(
                        first.schemaVersion(),
                        "2026-01-03T00:00:00Z",
                        first.runtime(),
                        first.runtimeReason(),
                        first.limits(),
                        first.memorySource(),
                        first.jvm(),
                        first.jvmFlags(),
                        first.nativeFlags(),
                        first.client(),
                        first.database(),
                        first.machine(),
                        first.commit(),
                        7.5,
                        first.images(),
                        null));

        Summary summary = Report.write(run);

        assertThat(summary.conditions())
                .contains("a later session began at 2026-01-03T00:00:00Z, load average before 7.5");
        assertThat(summary.warnings()).anyMatch(warning -> warning.text().contains("7.5"));
    }

    @Test
    void a_plan_of_a_newer_program_is_refused_with_the_reason() throws IOException {
        Files.writeString(
                run.plan(),
                Files.readString(run.plan())
                        .replace("\"schemaVersion\" : " + Plan.SCHEMA_VERSION, "\"schemaVersion\" : 99"));

        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() -> Report.write(run))
                .withMessageContaining("schema 99")
                .matches(fault -> fault.kind() == Fault.Kind.BAD_INPUT);
    }

    private void onlyThisCellFails(String why) throws IOException {
        Summary summary = Report.write(run);

        Cell cell = cell(summary, "a", "warm");
        assertThat(cell.failures()).anyMatch(line -> line.contains(why));
        assertThat(cell.figures()).doesNotContainKeys("throughput.total", "latency.total.p99Millis");
        assertThat(cell.figures()).containsKey("startup.seconds");
        assertThat(summary.failures()).allMatch(line -> line.startsWith("a warm"));
        assertThat(Files.readString(run.path().resolve("report.md")))
                .contains(Table.EMPTY)
                .doesNotContain("NaN");
        assertThat(Files.readString(run.path().resolve("report.html"))).contains("Not all of this can be trusted.");
    }

    private static Cell cell(Summary summary, String variant, String phase) {
        return summary.cells().stream()
                .filter(cell -> cell.variant().equals(variant) && cell.phase().equals(phase))
                .findFirst()
                .orElseThrow();
    }

    private static byte[] zipped(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }
}
