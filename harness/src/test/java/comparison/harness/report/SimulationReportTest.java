package comparison.harness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import comparison.contract.SkippableTest;
import comparison.harness.plan.Plan;
import comparison.harness.plan.Variant;
import comparison.harness.record.Environment;
import comparison.harness.record.Invocation;
import comparison.harness.record.Json;
import comparison.harness.record.Jvm;
import comparison.harness.record.Load;
import comparison.harness.record.RunFolder;
import comparison.harness.workload.Arrivals;
import comparison.harness.workload.Phase;
import comparison.harness.workload.Simulation;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Samples that were written by hand, each with the time at which it was due. */
class SimulationReportTest {

    private static final long BEGIN = 1_700_000_000_000L;
    private static final String OK = "200,true,";
    private static final String CLOSED = "\"NoHttpResponseException\",false,\"failed to respond\"";
    private static final String KIND = "NoHttpResponseException: failed to respond";
    private static final Variant NIO =
            new Variant("sprout-nio-virtual", "Sprout (nio)", "jvm", "a", "a.jar", "a", Map.of("THREADS", "virtual"));

    @TempDir
    private Path folder;

    private RunFolder run;
    private Plan plan;
    private Simulation hello;

    @BeforeEach
    void plan() {
        run = new RunFolder(folder);
        hello = Simulation.named("hello").scaled(0.1);
        plan = Plan.draw(Plan.SIMULATIONS, List.of(NIO), List.of(hello), List.of(Phase.COLD), 1, 1);
        Json.write(run.plan(), plan);
        Json.write(run.invocation(slot()).outcome(), new Invocation(true, null));
    }

    @Test
    void without_a_failure_success_is_100_percent_and_the_published_figure_stands_beside_it() throws IOException {
        samples(0, _ -> OK);

        Summary summary = Report.write(run);

        assertThat(summary.failures()).isEmpty();
        assertThat(Files.readString(folder.resolve("report.md")))
                .contains("| hello | sprout-nio-virtual | 69 %, later 98.00 % | 100.00 | pass |")
                .contains("100 to 200/s in 1 s");
        assertThat(Files.readString(folder.resolve("report.html"))).contains("What differs");
    }

    @Test
    void failures_are_counted_by_kind_and_by_phase_and_the_last_one_has_a_time() throws IOException {
        samples(0, i -> i < 20 ? CLOSED : OK);

        Cell cell = Report.write(run).cells().getFirst();
        Simulated result = result();

        assertThat(cell.errors()).isEqualTo(30);
        assertThat(result.failures()).containsExactly(Map.entry(KIND, 30L));
        // The twentieth of the main schedule: one in 0.5 s, five in 1 s, then 100 per second.
        assertThat(figure(cell, "lastFailure.seconds")).isBetween(3.0, 3.2);
        assertThat(result.phases())
                .filteredOn(phase -> phase.schedule().equals("100/s for 3 s"))
                .extracting(Simulated.Stage::errors)
                .allMatch(errors -> errors > 0 && errors < 20);
        assertThat(Files.readString(folder.resolve("report.md"))).contains("FAIL: success");
    }

    @Test
    void throughput_is_requests_by_the_time_from_the_first_start_to_the_last_end() throws IOException {
        samples(0, _ -> OK);
        double[] due = hello.arrivals().stream()
                .flatMap(arrivals -> arrivals.dueMillis().stream())
                .mapToDouble(millis -> millis)
                .sorted()
                .toArray();
        double seconds = (due[due.length - 1] + 2 - due[0]) / 1000;

        Cell cell = Report.write(run).cells().getFirst();

        assertThat(figure(cell, "load.seconds")).isCloseTo(seconds, within(0.002));
        assertThat(figure(cell, "throughput.total")).isCloseTo(hello.requests() / seconds, within(0.1));
        assertThat(Files.readString(folder.resolve("report.md")))
                .contains("| Requests | Failed | Duration (s) | Throughput (req/s) |")
                .contains(String.format(Locale.ROOT, "| %1$d of %1$d | 0 | %2$.1f |", hello.requests(), seconds));
        assertThat(Files.readString(folder.resolve("figures.csv")))
                .contains("sprout-nio-virtual,hello,throughput.total,1,");
    }

    private static double figure(Cell cell, String name) {
        return Objects.requireNonNull(cell.figures().get(name), name).median();
    }

    @Test
    void a_phase_has_its_own_success_kinds_of_failure_and_last_failure() throws IOException {
        samples(0, i -> i < 20 ? CLOSED : OK);

        Report.write(run);
        List<Simulated.Stage> phases = result().phases();

        assertThat(phases).extracting(Simulated.Stage::beginSeconds).containsExactly(0.0, 0.5, 1.5, 2.0, 3.0, 6.0, 7.0);
        // The first stage is too short for a request at a tenth of its length.
        assertThat(phases)
                .extracting(Simulated.Stage::successPercent)
                .containsExactly(null, 0.0, 0.0, 0.0, 100.0 * (300 - 14) / 300, 100.0, 100.0);
        assertThat(phases)
                .extracting(Simulated.Stage::failures)
                .containsExactly(
                        Map.of(),
                        Map.of(KIND, 10L),
                        Map.of(KIND, 1L),
                        Map.of(KIND, 5L),
                        Map.of(KIND, 14L),
                        Map.of(),
                        Map.of());
        assertThat(phases)
                .filteredOn(phase -> phase.errors() > 0)
                .allSatisfy(phase -> assertThat(phase.lastFailureSeconds())
                        .isBetween(phase.beginSeconds(), phase.beginSeconds() + 1));
        assertThat(phases)
                .filteredOn(phase -> phase.errors() == 0)
                .extracting(Simulated.Stage::lastFailureSeconds)
                .containsOnlyNulls();
        assertThat(Files.readString(folder.resolve("report.md")))
                .contains("| GET /benchmark/hello | 2/s for 0.5 s | 1 x " + KIND + " | 1.5 | 1 | 0.00 | 1 | 1.5 |")
                .contains("| 200/s for 2 s | — | 7.0 | 400 | 100.00 | 0 | — | 2 | 2 | 2 | 2 |");
    }

    @Test
    void the_page_draws_the_times_and_failures_of_the_load_window_by_window() throws IOException {
        samples(0, i -> i < 20 ? CLOSED : OK);

        Report.write(run);
        JsonNode row = drawn();

        assertThat(row.path("phase").asString()).isEqualTo("hello");
        assertThat(row.path("windows")
                        .valueStream()
                        .mapToLong(window -> window.get(2).asLong()))
                .satisfies(errors ->
                        assertThat(errors.stream().mapToLong(n -> n).sum()).isEqualTo(30));
        assertThat(row.path("windows").valueStream())
                .allMatch(window -> window.get(5).asLong() == 2);
        assertThat(row.path("memory")).isEmpty();
    }

    @Test
    void the_heap_is_drawn_beside_the_memory_and_one_that_has_not_collected_is_none() throws IOException {
        samples(0, _ -> OK);
        RunFolder.LoadFolder load = run.invocation(slot()).load(Phase.COLD);
        Files.writeString(load.resources("server"), """
            atMillis,anonBytes,fileBytes,peakBytes,cpuNanos
            %d,104857600,0,0,0
            %d,209715200,0,0,0
            """.formatted(BEGIN + 500, BEGIN + 3100));
        Files.writeString(load.heap(), """
            atMillis,usedBytes,capacityBytes
            %d,10485760,52428800
            %d,73400320,157286400
            %d,31457280,157286400
            %d,0,157286400
            """.formatted(BEGIN + 600, BEGIN + 3000, BEGIN + 3200, BEGIN + 4100));

        Cell cell = Report.write(run).cells().getFirst();

        assertThat(figure(cell, "memory.underLoad.anonBytes")).isEqualTo(209_715_000); // 200 MiB, to six digits
        assertThat(figure(cell, "heap.underLoad.usedBytes")).isEqualTo(73_400_300);
        assertThat(figure(cell, "heap.underLoad.capacityBytes")).isEqualTo(157_286_000);
        assertThat(drawn().path("memory")).hasToString("[[0,100],[2.6,200]]");
        assertThat(drawn().path("heap")).hasToString("[[0,10],[2.4,70],[2.6,30]]");
        assertThat(drawn().path("capacity")).hasSize(4);
        assertThat(Files.readString(folder.resolve("report.md")))
                .contains("| Peak memory (MiB) | Heap peak (MiB) |", "| 200 | 70 |");
    }

    /** What the page's script draws of the only start. */
    private JsonNode drawn() throws IOException {
        return PageData.of(folder.resolve("report.html")).path("rows").path(0);
    }

    @SkippableTest
    @Test
    void chromium_draws_every_chart_but_cold_beside_warm_without_a_complaint_and_not_wider_than_a_phone()
            throws Exception {
        all();
        Report.write(run);
        Files.writeString(folder.resolve("frames.html"), """
            <!DOCTYPE html><title>frames</title><pre id="seen"></pre>
            <iframe width="390" height="900" src="report.html"></iframe><script>
            onload = () => {
              const page = document.querySelector('iframe').contentDocument, root = page.documentElement;
              const drawn = [...page.querySelectorAll('.chart svg')].map(svg => svg.getBoundingClientRect());
              document.getElementById('seen').textContent = `charts seen ${drawn.filter(box => box.height > 40).length}, `
                + `too wide by ${root.scrollWidth - root.clientWidth}`;
            };
            </script>
            """);

        Chromium.Seen seen =
                Chromium.open(folder, folder.resolve("frames.html"), "--dump-dom", "--virtual-time-budget=20000");

        assertThat(seen.output()).contains("charts seen 5, too wide by 0");
        assertThat(seen.complaints()).isEmpty();
    }

    @Test
    void what_makes_the_figures_less_certain_is_warned_of_in_every_form_of_the_report() throws IOException {
        samples(0, _ -> OK);
        Json.write(run.environment(), SampleRun.environment());
        Json.write(run.environment(2), busy(SampleRun.environment()));
        Load.Client bound = new Load.Client(1, 80.0, 0.3, 0.95, 0.0, true, "it used 95 % of its processors");
        load(SampleRun.UNREAD, SampleRun.UNREAD, bound, 0.05);

        Summary summary = Report.write(run);

        assertThat(summary.warnings())
                .extracting(Warning::code)
                .containsExactly(
                        "too-few-starts", "time-scale", "shared-cores", "busy-machine", "client-bound", "steal");
        assertThat(summary.warnings())
                .filteredOn(warning ->
                        warning.code().equals("client-bound") || warning.code().equals("steal"))
                .extracting(Warning::about)
                .containsOnly("sprout-nio-virtual hello, invocation 1");
        for (String form : List.of("report.md", "report.html")) {
            assertThat(Files.readString(folder.resolve(form)))
                    .contains("it used 95 % of its processors", "took 5.0 % of the CPU time")
                    .doesNotContain("No warnings.");
        }
    }

    @Test
    void without_a_cause_there_is_no_warning() throws IOException {
        Plan six = Plan.draw("sources", List.of(NIO), List.of(Simulation.named("hello")), List.of(Phase.COLD), 6, 1);
        Json.write(run.plan(), six);

        assertThat(Report.write(run).warnings()).isEmpty();
        assertThat(Files.readString(folder.resolve("report.md")))
                .contains("No warnings.")
                .contains("| hello | sprout-nio-virtual |");
    }

    @Test
    void sessions_of_different_commits_are_named_with_both() throws IOException {
        samples(0, _ -> OK);
        Json.write(run.environment(), SampleRun.environment());
        Json.write(run.environment(2), SampleRun.environment());
        assertThat(Report.write(run).warnings()).extracting(Warning::code).doesNotContain("other-commit");

        Json.write(run.environment(2), as(SampleRun.environment(), "fedcba987654", 0.25));

        assertThat(Report.write(run).warnings())
                .filteredOn(warning -> warning.code().equals("other-commit"))
                .singleElement()
                .extracting(Warning::text, InstanceOfAssertFactories.STRING)
                .contains("0123456789ab, then fedcba987654");
    }

    private static Environment busy(Environment calm) {
        return as(calm, calm.commit(), 7.5);
    }

    private static Environment as(Environment calm, String commit, double loadAverageBefore) {
        return new Environment(
                calm.schemaVersion(),
                calm.startedAt(),
                calm.runtime(),
                calm.runtimeReason(),
                calm.limits(),
                calm.memorySource(),
                calm.jvm(),
                calm.jvmFlags(),
                calm.nativeFlags(),
                calm.client(),
                calm.database(),
                calm.machine(),
                commit,
                loadAverageBefore,
                calm.images(),
                calm.cpusets());
    }

    @Test
    void collections_are_those_between_the_beginning_and_the_end_of_the_load() throws IOException {
        samples(0, _ -> OK);
        load(counted(2, 7), counted(6, 20.5), SampleRun.UNBOUND, 0);

        Cell cell = Report.write(run).cells().getFirst();

        assertThat(figure(cell, "gc.count")).isEqualTo(4);
        assertThat(figure(cell, "gc.pauseMillis")).isEqualTo(13.5);
        assertThat(Files.readString(folder.resolve("report.md"))).contains("| sprout-nio-virtual | hello | 4 | 13.5 |");
    }

    @Test
    void a_server_that_does_not_count_its_collections_has_none_of_their_figures() throws IOException {
        samples(0, _ -> OK);
        load(Jvm.missing("a native image"), Jvm.missing("a native image"), SampleRun.UNBOUND, 0);

        Cell cell = Report.write(run).cells().getFirst();

        assertThat(cell.figures()).doesNotContainKeys("gc.count", "gc.pauseMillis");
    }

    private static Jvm counted(long collections, double millis) {
        return new Jvm(Map.of("gcCount", (double) collections, "gcMillis", millis), null);
    }

    private void load(Jvm before, Jvm after, Load.Client client, double steal) {
        Load.Pressure pressure = new Load.Pressure(0.0, steal, 0.5, 0.5);
        Json.write(
                run.invocation(slot()).load(Phase.COLD).facts(),
                SampleRun.load(20, 0, SampleRun.NO_CPU, pressure, before, after, client, Map.of()));
    }

    @Test
    void a_run_of_all_sources_prints_those_too_that_no_simulation_repeats_with_the_command_that_does()
            throws IOException {
        all();

        Report.write(run);

        for (String form : List.of("report.md", "report.html")) {
            assertThat(Files.readString(folder.resolve(form)))
                    .contains(
                            "Spring Boot Performance",
                            "176.7829",
                            "1434.6",
                            "--variants servlet-platform,webflux-platform")
                    .contains("Find and fix CPU hotspots", "865,000 characters", "./bench compare latest/uri-route");
        }
        assertThat(Files.readString(folder.resolve("report.md")))
                .contains(
                        "| GraalVM | WebFlux | no | yes | 114 | 159 | 0.166 | 20.9715 | 298.8 | 298.8 | 298.8 | 298.9 | 1194.9 |");
    }

    @Test
    void a_run_of_some_simulations_prints_their_own_sources_only() throws IOException {
        samples(0, _ -> OK);

        Report.write(run);

        for (String form : List.of("report.md", "report.html")) {
            assertThat(Files.readString(folder.resolve(form)))
                    .doesNotContain("Spring Boot Performance", "Find and fix CPU hotspots");
        }
    }

    private void all() throws IOException {
        List<Simulation> some = Stream.of("hello", "cpu", "latency", "json", "mixed")
                .map(id -> Simulation.named(id).scaled(0.1))
                .toList();
        plan = Plan.draw("sources-short", List.of(NIO), some, List.of(Phase.COLD), 1, 1);
        Json.write(run.plan(), plan);
        samples(0, i -> i < 20 ? CLOSED : OK);
    }

    @Test
    void a_client_behind_its_schedule_makes_the_result_invalid_and_not_slow() throws IOException {
        samples(400, _ -> OK);

        Summary summary = Report.write(run);

        assertThat(summary.failures()).singleElement().asString().contains("behind its schedule");
        assertThat(Files.readString(folder.resolve("report.md"))).contains("| INVALID |");
    }

    @Test
    void requests_that_were_not_sent_make_the_result_invalid() throws IOException {
        samples(0, i -> i < 300 ? OK : "");

        assertThat(Report.write(run).failures()).singleElement().asString().contains(" samples instead of ");
    }

    @Test
    void a_server_that_died_in_the_middle_is_said_to_have_before_its_requests_are_counted() throws IOException {
        samples(0, i -> i < 300 ? OK : "");
        String death = "the variant ended by itself with exit code 137: no space on heap. Log: app.log";
        Json.write(run.invocation(slot()).outcome(), new Invocation(false, death));

        assertThat(Report.write(run).failures())
                .satisfiesExactly(
                        why -> assertThat(why).contains("137: no space on heap. Log: app.log"),
                        count -> assertThat(count).containsPattern("\\d+ samples instead of \\d+"));
    }

    @Test
    void a_start_that_failed_after_its_last_request_is_invalid_too() throws IOException {
        samples(0, _ -> OK);
        Json.write(run.invocation(slot()).outcome(), new Invocation(false, "the variant was killed"));

        assertThat(Report.write(run).failures()).singleElement().asString().endsWith("the variant was killed");
    }

    @Test
    void a_start_without_samples_says_why_and_the_report_is_written() {
        Json.write(run.invocation(slot()).outcome(), new Invocation(false, "the variant was killed"));

        assertThat(Report.write(run).failures()).singleElement().asString().contains("the variant was killed");
    }

    private Plan.Slot slot() {
        return plan.order().getFirst();
    }

    private Simulated result() {
        return Json.read(run.simulations(), Simulated[].class).orElseThrow()[0];
    }

    /** Writes all requests of the plan; the second half is so much late; an empty outcome is a request not sent. */
    private void samples(long lateMillis, IntFunction<String> outcome) throws IOException {
        StringBuilder text = new StringBuilder("timeStamp,elapsed,label,responseCode,success,failureMessage\n");
        for (Arrivals arrivals : hello.arrivals()) {
            List<Double> due = arrivals.dueMillis();
            for (int i = 0; i < due.size(); i++) {
                if (!outcome.apply(i).isEmpty()) {
                    long late = i > due.size() / 2 ? lateMillis : 0;
                    text.append(BEGIN + Math.round(due.get(i)) + late)
                            .append(",2,")
                            .append(arrivals.label());
                    text.append(',').append(outcome.apply(i)).append('\n');
                }
            }
        }
        Path file = run.invocation(slot()).load(Phase.COLD).samples();
        Files.createDirectories(file.getParent());
        try (OutputStream zipped = new GZIPOutputStream(Files.newOutputStream(file))) {
            zipped.write(text.toString().getBytes(StandardCharsets.UTF_8));
        }
    }
}
