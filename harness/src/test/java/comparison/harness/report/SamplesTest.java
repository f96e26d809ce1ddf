package comparison.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SamplesTest {

    @Test
    void what_is_kept_of_a_load_does_not_grow_with_its_length(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("samples.jtl.gz");
        SamplesBenchmark.write(file, 300_000);

        Timeline timeline = new Timeline();
        Samples samples;
        try (InputStream in = Files.newInputStream(file)) {
            samples = Samples.read(in, timeline::add);
        }

        assertThat(samples.count()).isEqualTo(300_000);
        assertThat(samples.errors()).isZero();
        assertThat(samples.total().times().getTotalCount()).isEqualTo(300_000);
        assertThat(samples.operations()).hasSize(4);
        assertThat(timeline.dots()).hasSizeLessThanOrEqualTo(1_200);
        assertThat(timeline.windows()).hasSizeLessThanOrEqualTo(400);
    }
}
