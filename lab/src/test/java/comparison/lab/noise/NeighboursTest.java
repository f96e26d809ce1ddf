package comparison.lab.noise;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.harness.plan.Plan;
import comparison.harness.plan.Variant;
import comparison.harness.record.Json;
import comparison.harness.record.Jvm;
import comparison.harness.record.Load;
import comparison.harness.record.RunFolder;
import comparison.harness.workload.Loops;
import comparison.harness.workload.Phase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NeighboursTest {

    private static final Variant SOUND = new Variant("sound", "Sound", "jvm", "a", "a.jar", "a", Map.of());

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before each test
    private Path folder;

    @Test
    void windows_in_which_the_database_needs_a_fifth_more_than_usual_are_counted() throws IOException {
        RunFolder run = run(80, 80, 81, 79, 97, 150, 80, 60);

        assertThat(Neighbours.uneven(List.of(run))).hasValue(3.0 / 8);
        assertThat(Neighbours.uneven(List.of())).isEmpty();
    }

    /** A run of one start; the client needs 100 in each window, the database this. */
    private RunFolder run(long... database) throws IOException {
        RunFolder run = new RunFolder(folder);
        Plan plan = Plan.draw("noise", List.of(SOUND), List.of(new Loops(1, 1)), List.of(Phase.WARM), 1, 1);
        Json.write(run.plan(), plan);
        RunFolder.LoadFolder warm = run.invocation(plan.order().getFirst()).load(Phase.WARM);
        for (int i = 0; i < database.length; i++) {
            Files.createDirectories(warm.window(i + 1).path());
            Json.write(warm.window(i + 1).facts(), window(database[i]));
        }
        return run;
    }

    private static Load window(long database) {
        return new Load(
                Load.SCHEMA_VERSION,
                "window",
                "2026-01-02T03:04:05Z",
                1,
                0,
                0,
                new Load.Sent("jmeter", "closed", 1, 100, 0, 0, 0, 0, null, null),
                new Load.CpuTime(100L, database, 100L, null),
                new Load.Pressure(null, null, null, null),
                Jvm.missing("none"),
                Jvm.missing("none"),
                new Load.Client(1, null, null, null, null, false, null),
                Map.of(),
                Map.of());
    }
}
