package comparison.harness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import comparison.harness.metric.Metric;
import comparison.harness.plan.Plan;
import comparison.harness.record.Json;
import comparison.harness.record.Load;
import comparison.harness.record.RunFolder;
import comparison.harness.record.RunFolder.LoadFolder;
import comparison.harness.workload.Phase;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The warm load of a server that is loaded in turn with others comes in windows. */
class WindowsTest {

    private static final long MINUTE = 60_000;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before each test
    private Path temporary;

    @Test
    void a_load_in_windows_has_the_figures_of_the_whole_load_whatever_passes_between_them() throws IOException {
        RunFolder run = SampleRun.write(
                temporary.resolve("run"),
                List.of(SampleRun.Behaviour.of("a", 5, 100, 1, 100), SampleRun.Behaviour.of("b", 5, 100, 1, 100)),
                1,
                2,
                200,
                3);
        Cell whole = warm(Report.write(run));

        split(run.invocation(new Plan.Slot("a", 1)).load(Phase.WARM));
        Summary summary = Report.write(run);
        Cell windows = warm(summary);

        assertThat(windows.failures()).isEmpty();
        assertThat(windows.samples()).isEqualTo(whole.samples());
        assertThat(windows.latency()).isEqualTo(whole.latency());
        for (Metric metric : List.of(Metric.CPU, Metric.CPU_DATABASE, Metric.CPU_CLIENT, Metric.MEMORY, Metric.P99)) {
            assertThat(median(windows, metric)).as(metric.key()).isCloseTo(median(whole, metric), within(1e-9));
        }
        assertThat(median(windows, Metric.DRIFT))
                .as("the second window took two thirds of the CPU time for as many requests")
                .isCloseTo(2, within(1e-6));
        assertThat(whole.figure(Metric.DRIFT)).isEmpty();
        // Each window has its own first and last requests, during which not all threads are busy.
        assertThat(median(windows, Metric.THROUGHPUT) / median(whole, Metric.THROUGHPUT))
                .isBetween(0.9, 1.05);
        JsonNode drawn = drawn(run);
        assertThat(drawn.path("windows").values())
                .as("what passes between the windows is not drawn either")
                .isNotEmpty()
                .allMatch(window -> window.get(0).asLong() < MINUTE);
        assertThat(drawn.path("dots").values())
                .isNotEmpty()
                .allMatch(dot -> dot.get(0).asLong() < MINUTE);
        assertThat(summary.conditions())
                .contains(
                        "servers that were up at the same time got warm-up and warm load in turn, the load in 2 windows each");
    }

    @Test
    void a_warning_tells_that_servers_of_a_round_were_loaded_in_groups() throws IOException {
        RunFolder run = SampleRun.write(
                temporary.resolve("run"),
                List.of(SampleRun.Behaviour.of("a", 5, 100, 1, 100), SampleRun.Behaviour.of("b", 5, 100, 1, 100)),
                1,
                2,
                200,
                3);
        LoadFolder later = run.invocation(new Plan.Slot("b", 1)).load(Phase.WARM);
        split(run.invocation(new Plan.Slot("a", 1)).load(Phase.WARM));
        split(later);
        assertThat(codes(Report.write(run))).doesNotContain("several-groups");

        for (LoadFolder window : later.windows()) {
            Json.add(window.facts(), 1, "startedAtMillis");
        }

        assertThat(codes(Report.write(run))).contains("several-groups");
    }

    private static List<String> codes(Summary summary) {
        return summary.warnings().stream().map(Warning::code).toList();
    }

    private static Cell warm(Summary summary) {
        return summary.cells().stream()
                .filter(cell -> cell.isOf("a", "warm"))
                .findFirst()
                .orElseThrow();
    }

    /** Returns what the page draws of the warm load. */
    private static JsonNode drawn(RunFolder run) throws IOException {
        return PageData.of(run.path().resolve("report.html")).path("rows").values().stream()
                .filter(row -> row.path("variant").asString().equals("a")
                        && row.path("phase").asString().equals("warm"))
                .findFirst()
                .orElseThrow();
    }

    private static double median(Cell cell, Metric metric) {
        return cell.figure(metric).orElseThrow().median();
    }

    /** Turns a load into two windows, one minute apart. */
    private static void split(LoadFolder load) throws IOException {
        List<String> lines = lines(load.samples());
        List<String> rows = lines.subList(1, lines.size());
        int half = rows.size() / 2;
        Load facts = Json.read(load.facts(), Load.class).orElseThrow();
        long cpu = Objects.requireNonNull(facts.cpu().serverNanos());
        for (int number = 1; number <= 2; number++) {
            boolean first = number == 1;
            LoadFolder window = load.window(number);
            Files.createDirectories(window.path());
            for (String of : List.of("server", "database", "client")) {
                Files.copy(load.resources(of), window.resources(of));
            }
            long part = first ? cpu / 3 : cpu - cpu / 3;
            long other = Objects.requireNonNull(facts.cpu().databaseNanos());
            long otherPart = first ? other / 2 : other - other / 2;
            Json.write(window.facts(), SampleRun.facts(facts.seconds(), 0, part, otherPart, otherPart));
            List<String> own = first
                    ? rows.subList(0, half)
                    : rows.subList(half, rows.size()).stream()
                            .map(WindowsTest::minuteLater)
                            .toList();
            try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(window.samples()))) {
                String text = String.join(
                                "\n",
                                Stream.concat(Stream.of(lines.getFirst()), own.stream())
                                        .toList())
                        + "\n";
                out.write(text.getBytes(StandardCharsets.UTF_8));
            }
        }
        for (Path file : List.of(load.samples(), load.facts(), load.resources("server"), load.resources("database"))) {
            Files.delete(file);
        }
    }

    private static String minuteLater(String row) {
        int comma = row.indexOf(',');
        return Long.parseLong(row.substring(0, comma)) + MINUTE + row.substring(comma);
    }

    private static List<String> lines(Path samples) throws IOException {
        try (BufferedReader text = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(samples)), StandardCharsets.UTF_8))) {
            return text.lines().toList();
        }
    }
}
