package comparison.harness.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import comparison.harness.Fault;
import comparison.harness.record.Cluster;
import comparison.harness.record.Json;
import comparison.harness.record.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a resumed run finds on its machines. */
class FarMachinesTest {

    private static final Cluster FIRST = machines("6.12", 0.1);

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before each test
    private Path folder;

    @Test
    void a_machine_that_is_another_now_ends_the_resumption_and_its_description_stays() throws IOException {
        RunFolder run = begun();

        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() -> FarMachines.describe(run, machines("6.13", 0.1)))
                .withMessage(
                        "The run can't be resumed: its kernel of the machine app was 6.12 and is now 6.13. Restore it, or begin a new run.");
        assertThat(Json.read(run.machines(), Cluster.class)).contains(FIRST);
    }

    @Test
    void the_same_machines_are_described_anew() throws IOException {
        RunFolder run = begun();

        FarMachines.describe(run, machines("6.12", 0.2));

        assertThat(Json.read(run.machines(), Cluster.class)).contains(machines("6.12", 0.2));
    }

    @Test
    void a_run_that_measured_nothing_yet_may_take_any_machines() {
        RunFolder run = new RunFolder(folder);
        FarMachines.describe(run, FIRST);

        FarMachines.describe(run, machines("6.13", 0.1));

        assertThat(Json.read(run.machines(), Cluster.class)).contains(machines("6.13", 0.1));
    }

    private RunFolder begun() throws IOException {
        RunFolder run = new RunFolder(folder);
        FarMachines.describe(run, FIRST);
        Files.writeString(run.environment(), "{}");
        return run;
    }

    private static Cluster machines(String kernel, double loadAverage) {
        Cluster.Member app = new Cluster.Member(
                "app", "ssh://app", "app", "28", "2", "cpu", 4, 1, kernel, "Debian", "tsc", loadAverage, 0, null, 1);
        return new Cluster(Cluster.SCHEMA_VERSION, List.of(app), List.of());
    }
}
