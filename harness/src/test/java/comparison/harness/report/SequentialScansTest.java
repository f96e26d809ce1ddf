package comparison.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.harness.plan.Plan;
import comparison.harness.record.RunFolder;
import comparison.harness.workload.Phase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SequentialScansTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before each test
    private Path folder;

    @Test
    void fail_the_cell_whose_statements_touched_many_blocks_and_name_the_table() throws IOException {
        Summary summary = counted(27_241, 1900);

        assertThat(summary.failures())
                .singleElement()
                .asString()
                .startsWith("a warm, invocation 1: PostgreSQL scanned the table person sequentially 27241 times")
                .contains("(19.0 blocks per request)");
    }

    @Test
    void are_a_warning_if_the_statements_touched_as_few_blocks_as_by_indexes() throws IOException {
        Summary summary = counted(2759, 420);

        assertThat(summary.failures()).isEmpty();
        assertThat(summary.warnings())
                .filteredOn(warning -> warning.code().equals("scans-of-others"))
                .singleElement()
                .satisfies(warning -> assertThat(warning.text()).contains("2759", "4.2 blocks per request"));
    }

    /** A run in which PostgreSQL counted this in the warm load, which has 100 requests by its facts. */
    private Summary counted(int scans, int blocks) throws IOException {
        RunFolder run = SampleRun.write(folder, List.of(SampleRun.Behaviour.of("a", 10, 200, 2, 200)), 1, 2, 50, 7);
        Path facts = run.invocation(new Plan.Slot("a", 1)).load(Phase.WARM).facts();
        String counted =
                "\"database\" : { \"person.seq_scan\" : %d, \"statements.shared_blks\" : %d }".formatted(scans, blocks);
        Files.writeString(facts, Files.readString(facts).replaceFirst("\"database\" : \\{ *}", counted));
        return Report.write(run);
    }
}
