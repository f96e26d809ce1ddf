package comparison.harness.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import comparison.harness.Fault;
import comparison.harness.load.Engine;
import comparison.harness.plan.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DockerTestbedTest {

    @Test
    void containers_that_cannot_be_removed_are_a_failure(@TempDir Path folder) throws IOException {
        // Without a compose.yaml Compose refuses, with or without an engine.
        Files.writeString(folder.resolve("compose.bench.yaml"), "services: {}\n");
        DockerTestbed testbed = new DockerTestbed(folder, "bench-test", folder, Limits.NONE, Engine.JMETER);

        assertThatExceptionOfType(Fault.class).isThrownBy(testbed::close);
    }

    @Test
    void a_load_engine_without_an_image_is_refused_before_anything_is_built(@TempDir Path folder) {
        DockerTestbed testbed = new DockerTestbed(folder, "bench-test", folder, Limits.NONE, Engine.HYPERFOIL);

        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() -> testbed.build(List.of(), folder.resolve("build.log")))
                .withMessageStartingWith("--load hyperfoil is not there in the runtime docker");
        assertThat(folder).isEmptyDirectory();
    }
}
