package comparison.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SamplesTest {

    private static final String HEAD = "timeStamp,elapsed,label,responseCode,success,failureMessage";

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before each test
    private Path folder;

    @Test
    void what_is_kept_of_a_load_does_not_grow_with_its_length() throws IOException {
        Path file = folder.resolve("samples.jtl.gz");
        SamplesBenchmark.write(file, 300_000);

        Timeline timeline = new Timeline();
        Samples samples = Samples.read(List.of(file), timeline::add);

        assertThat(samples.count()).isEqualTo(300_000);
        assertThat(samples.errors()).isZero();
        assertThat(samples.total().times().getTotalCount()).isEqualTo(300_000);
        assertThat(samples.operations()).hasSize(4);
        assertThat(timeline.dots()).hasSize(Timeline.DOTS);
        assertThat(timeline.windows()).hasSizeLessThanOrEqualTo(400);
    }

    @Test
    void response_times_are_as_fine_as_the_clock_of_the_client() throws IOException {
        Percentiles millis = percentiles(HEAD + "\n1000,0,Read,200,true,\n1001,2,Read,200,true,\n");
        Percentiles micros = percentiles(HEAD + ",micros\n1000,0,Read,200,true,,412\n1001,1,Read,200,true,,1840\n");

        assertThat(millis).isEqualTo(new Percentiles(2, 0, 2, 2, 2, 2));
        assertThat(micros).isEqualTo(new Percentiles(2, 0.412, 1.84, 1.84, 1.84, 1.84));
    }

    @Test
    void the_time_between_the_windows_of_a_load_is_not_part_of_it() throws IOException {
        Samples samples = Samples.read(List.of(
                file("1", HEAD + "\n1000,100,Create,200,true,\n1050,150,Read,200,true,\n"),
                file("2", HEAD + "\n9000,300,Read,200,true,\n")));

        assertThat(samples.count()).isEqualTo(3);
        assertThat(samples.total().perSecond()).isEqualTo(3 / 0.5);
        assertThat(samples.operations())
                .satisfiesExactly(
                        create -> assertThat(create.perSecond()).isEqualTo(1 / 0.1),
                        read -> assertThat(read.perSecond()).isEqualTo(2 / 0.45));
        assertThat(samples.total().inFlight()).isEqualTo(550 / 500.0);
        assertThat(samples.clockSet(0.5)).isEmpty();
        assertThat(samples.clockSet(0.2))
                .hasValueSatisfying(how -> assertThat(how).contains("span 0.5 s"));
    }

    private Percentiles percentiles(String lines) throws IOException {
        return Samples.read(List.of(file("samples", lines))).total().percentiles();
    }

    private Path file(String name, String lines) throws IOException {
        Path file = folder.resolve(name);
        try (OutputStream gzip = new GZIPOutputStream(Files.newOutputStream(file))) {
            gzip.write(lines.getBytes(StandardCharsets.UTF_8));
        }
        return file;
    }
}
