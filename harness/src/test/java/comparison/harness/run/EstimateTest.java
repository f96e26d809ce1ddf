package comparison.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.harness.plan.Plan;
import comparison.harness.plan.Variant;
import comparison.harness.record.Invocation;
import comparison.harness.record.Json;
import comparison.harness.record.RunFolder;
import comparison.harness.workload.Loops;
import comparison.harness.workload.Phase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EstimateTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before each test
    private Path folder;

    @SuppressWarnings("NullAway.Init") // set before each test
    private RunFolder other;

    @BeforeEach
    void another_run_took_ten_seconds_of_them_four_under_load() {
        other = new RunFolder(folder.resolve("other"));
        Json.write(other.plan(), plan(100));
        Json.write(
                other.invocation(plan(100).order().getFirst()).outcome(),
                new Invocation(Invocation.SCHEMA_VERSION, true, null, 1, 10.0, 1.0, 4.0, 2.0, null));
    }

    @Test
    void another_run_tells_how_long_twice_the_load_takes() {
        assertThat(estimate()).isEqualTo(new Estimate(14, "the invocations of other"));
    }

    @Test
    void a_run_of_another_version_is_no_basis() throws IOException {
        Files.writeString(other.plan(), "{\"schemaVersion\": 1}");

        assertThat(estimate().basis()).startsWith("a model");
    }

    @Test
    void a_damaged_run_is_no_basis() throws IOException {
        Files.writeString(other.invocation(plan(100).order().getFirst()).outcome(), "{\"complete\": tr");

        assertThat(estimate().basis()).startsWith("a model");
    }

    private Estimate estimate() {
        return Estimate.of(plan(200), new RunFolder(folder.resolve("new")), Optional.of(other));
    }

    private static Plan plan(int loops) {
        return Plan.draw(
                "quick",
                List.of(new Variant("one", "One", "jvm", "one", "one.jar", "one", Map.of())),
                List.of(new Loops(10, loops)),
                List.of(Phase.COLD),
                1,
                1);
    }
}
