package comparison.harness.load;

import comparison.harness.Fault;
import comparison.harness.stats.Throughput;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/** Reads JMeter's result file. Columns are found by name, so that more of them, or another order, do no harm. */
public final class JtlReader {

    private final List<String> header;
    private final int fields;

    private JtlReader(List<String> header) {
        this.header = header;
        this.fields = header.size();
    }

    /**
     * Reads all samples of a compressed result file, in the order in which they ended. Where JMeter was ended in the middle
     * of its last line, what is before it counts.
     *
     * @throws Fault if the file is damaged; the message names the line
     */
    public static List<Sample> read(Path file) {
        try (Reader text = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
            return read(text);
        } catch (IOException | IllegalArgumentException e) {
            throw Fault.broken(
                    "%s is damaged: %s. Delete it, and its figures are left empty.".formatted(file, e.getMessage()));
        }
    }

    static List<Sample> read(Reader text) throws IOException {
        Csv csv = new Csv(text);
        JtlReader reader = new JtlReader(csv.read().orElseThrow(() -> new IllegalArgumentException("it is empty")));
        List<Sample> samples = new ArrayList<>();
        for (Optional<List<String>> line = csv.read(); line.isPresent(); line = csv.read()) {
            if (!csv.cutOff()) {
                samples.add(reader.sample(line.get(), samples.size() + 1));
            }
        }
        return samples;
    }

    private Sample sample(List<String> line, int number) {
        if (line.size() != fields) {
            throw new IllegalArgumentException(
                    "sample %d has %d fields, not %d".formatted(number, line.size(), fields));
        }
        Throughput.Span span =
                new Throughput.Span(Long.parseLong(get(line, "timeStamp")), Long.parseLong(get(line, "elapsed")));
        boolean success = Boolean.parseBoolean(get(line, "success"));
        return new Sample(span, get(line, "label"), get(line, "responseCode"), success, get(line, "failureMessage"));
    }

    private String get(List<String> line, String column) {
        int index = header.indexOf(column);
        if (index < 0) {
            throw new IllegalArgumentException("it has no column '%s'".formatted(column));
        }
        return line.get(index);
    }
}
