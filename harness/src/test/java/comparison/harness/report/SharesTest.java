package comparison.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.harness.plan.Plan;
import comparison.harness.probe.Reading;
import comparison.harness.record.RunFolder;
import comparison.harness.record.RunFolder.LoadFolder;
import comparison.harness.workload.Phase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who limits the throughput, from the series of a load to what a reader is told first. */
class SharesTest {

    private static final String SYSTEM =
            "Throughput and latency are the whole system's; CPU per request counts the server alone.";

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before each test
    private Path folder;

    @SuppressWarnings("NullAway.Init") // set before each test
    private RunFolder run;

    @BeforeEach
    void a_run_in_which_database_and_client_need_half_as_much_as_the_server() throws IOException {
        run = SampleRun.write(
                folder.resolve("run"),
                List.of(
                        SampleRun.Behaviour.of("servlet-platform", 4, 250, 3, 200),
                        SampleRun.Behaviour.of("sprout-nio-virtual", 4, 100, 0.5, 80)),
                3,
                2,
                50,
                11);
    }

    @Test
    void where_the_server_has_most_of_the_used_processor_time_the_limit_says_so() throws IOException {
        machineWorks(1.9);
        Summary summary = Report.write(run);

        assertThat(Headline.of(summary).html()).contains("CPU time per request");
        assertThat(Headline.of(summary).limit())
                .isEqualTo(
                        "In the warm loads the server used 53 %, the database 26 % and the client 26 % of the CPU time in use, other programs the rest. At least half of it was the server's.");
        assertThat(summary.warnings()).extracting(Warning::code).doesNotContain("whole-system");
        assertThat(Report.text(run, summary)).contains("53 / 26 / 26");
    }

    @Test
    void where_it_has_less_than_half_the_throughput_is_the_whole_systems() throws IOException {
        machineWorks(2.5);
        Summary summary = Report.write(run);

        assertThat(Headline.of(summary).best()).isEqualTo("sprout-nio-virtual");
        assertThat(Headline.of(summary).html())
                .matches("<b>Sprout \\(sprout-nio-virtual\\)</b> needs \\d\\d % less CPU time per request than "
                        + "Servlet \\(servlet-platform\\)\\.");
        assertThat(Headline.of(summary).limit())
                .contains("the server used 40 %")
                .endsWith(SYSTEM);
        assertThat(summary.warnings())
                .filteredOn(warning -> warning.code().equals("whole-system"))
                .singleElement()
                .extracting(Warning::about)
                .isEqualTo("throughput and latency of all cells");
        assertThat(Report.text(run, summary)).contains("40 / 20 / 20");
    }

    @Test
    void a_machine_that_does_not_tell_leaves_the_column_and_the_limit_empty() {
        Summary summary = Report.write(run);

        assertThat(Headline.of(summary).html()).contains("CPU time per request");
        assertThat(Headline.of(summary).limit()).isEmpty();
        assertThat(Markdown.of(Table.of(summary)).lines().skip(2)).allMatch(line -> line.contains(" | — | "));
    }

    /** Writes what the whole machine did: so many times what the server did. */
    private void machineWorks(double times) throws IOException {
        for (String variant : List.of("servlet-platform", "sprout-nio-virtual")) {
            for (int start = 1; start <= 3; start++) {
                for (Phase phase : List.of(Phase.COLD, Phase.WARM)) {
                    machineWorks(run.invocation(new Plan.Slot(variant, start)).load(phase), times);
                }
            }
        }
    }

    private static void machineWorks(LoadFolder load, double times) throws IOException {
        List<Reading> server = Reading.SERIES.read(load.resources("server"));
        StringBuilder lines = new StringBuilder("atMillis,busyNanos,stealNanos,totalNanos,loadAverage\n");
        for (Reading reading : List.of(server.getFirst(), server.getLast())) {
            lines.append("%d,%d,0,%d,1.0\n"
                    .formatted(
                            reading.atMillis(),
                            Math.round(reading.cpuNanos() * times),
                            Math.round(reading.cpuNanos() * times * 2)));
        }
        Files.writeString(load.machine(), lines);
    }
}
