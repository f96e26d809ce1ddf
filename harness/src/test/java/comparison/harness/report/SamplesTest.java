package comparison.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
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

    @Test
    void response_times_are_as_fine_as_the_clock_of_the_client() throws IOException {
        String head = "timeStamp,elapsed,label,responseCode,success,failureMessage";

        Percentiles millis = percentiles(head + "\n1000,0,Read,200,true,\n1001,2,Read,200,true,\n");
        Percentiles micros = percentiles(head + ",micros\n1000,0,Read,200,true,,412\n1001,1,Read,200,true,,1840\n");

        assertThat(millis).isEqualTo(new Percentiles(2, 0, 2, 2, 2, 2));
        assertThat(micros).isEqualTo(new Percentiles(2, 0.412, 1.84, 1.84, 1.84, 1.84));
    }

    private static Percentiles percentiles(String lines) throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(compressed)) {
            gzip.write(lines.getBytes(StandardCharsets.UTF_8));
        }
        return Samples.read(new ByteArrayInputStream(compressed.toByteArray()))
                .total()
                .percentiles();
    }
}
