package comparison.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.harness.plan.Plan;
import comparison.harness.plan.Variant;
import comparison.harness.record.Invocation;
import comparison.harness.record.Json;
import comparison.harness.record.RunFolder;
import comparison.harness.record.RunLock;
import comparison.harness.workload.Loops;
import comparison.harness.workload.Phase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CleanTest {

    private static final Plan PLAN = Plan.draw(
            "quick",
            List.of(new Variant("one", "One", "jvm", "one", "one.jar", "one", Map.of())),
            List.of(new Loops(10, 200)),
            List.of(Phase.COLD),
            3,
            1);

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before each test
    private Path results;

    @Test
    void an_interrupted_run_can_still_be_resumed_unless_all_are_deleted() throws IOException {
        RunFolder old = run("20260101-000000-quick", 3);
        RunFolder newest = run("20260102-000000-quick", 3);
        RunFolder interrupted = run("20260103-000000-quick", 1);
        List<RunFolder> runs = List.of(old, newest, interrupted);

        assertThat(CleanCommand.deletable(runs, false)).containsExactly(old);
        assertThat(CleanCommand.deletable(runs, true)).isEqualTo(runs);
    }

    @Test
    void a_pool_is_not_kept_in_place_of_the_newest_run() throws IOException {
        RunFolder old = run("20260101-000000-quick", 3);
        RunFolder newest = run("20260102-000000-quick", 3);
        RunFolder pool = run("20260102-000000-quick-pooled", 3);
        Files.writeString(pool.pooled(), "{}");

        assertThat(CleanCommand.deletable(List.of(old, newest, pool), false)).containsExactly(old, pool);
    }

    @Test
    void a_run_without_a_report_goes_with_all_unless_it_is_going_on() throws IOException {
        RunFolder killed = run("20260101-000000-quick", 1);
        Files.delete(killed.summary());
        Files.createDirectories(results.resolve("mine"));
        List<RunFolder> folders = List.of(killed, new RunFolder(results.resolve("mine")));

        assertThat(CleanCommand.deletable(folders, false)).isEmpty();
        assertThat(CleanCommand.deletable(folders, true)).containsExactly(killed);
        try (RunLock _ = RunLock.take(killed)) {
            assertThat(CleanCommand.deletable(folders, true)).isEmpty();
        }
    }

    /** Even an interrupted run has a summary of what was measured. */
    private RunFolder run(String name, int measured) throws IOException {
        RunFolder run = new RunFolder(results.resolve(name));
        Json.write(run.plan(), PLAN);
        for (Plan.Slot slot : PLAN.order().subList(0, measured)) {
            Json.write(run.invocation(slot).outcome(), new Invocation(true, null));
        }
        Files.writeString(run.summary(), "{}");
        return run;
    }
}
