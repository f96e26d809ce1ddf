package comparison.harness.report;

import comparison.harness.load.JtlReader;
import comparison.harness.load.Sample;
import comparison.harness.plan.Plan;
import comparison.harness.raw.Disk;
import comparison.harness.raw.Json;
import comparison.harness.raw.RunFolder;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/** All latencies of a run in a small file: an HdrHistogram log with one tagged histogram per load and operation, in ms. */
public final class Histograms {

    private static final int SIGNIFICANT_DIGITS = 3;

    private Histograms() {}

    /** Writes the histograms of all loads that have raw samples. */
    public static void write(RunFolder run, Path file) {
        Disk.attempt("write " + file, () -> {
            try (PrintStream text =
                    new PrintStream(new GZIPOutputStream(Files.newOutputStream(file)), false, StandardCharsets.UTF_8)) {
                HistogramLogWriter log = new HistogramLogWriter(text);
                log.outputLogFormatVersion();
                log.outputLegend();
                histograms(run).forEach(log::outputIntervalHistogram);
            }
        });
    }

    private static List<Histogram> histograms(RunFolder run) {
        Plan plan = Json.read(run.plan(), Plan.class).orElseThrow();
        return plan.order().stream()
                .flatMap(slot -> plan.scenarios().stream()
                        .flatMap(scenario -> ofLoad(
                                "%s-%d-%s".formatted(slot.variant(), slot.invocation(), scenario.id()),
                                run.invocation(slot).load(scenario).samples())
                                .stream()))
                .toList();
    }

    private static List<Histogram> ofLoad(String load, Path samples) {
        if (!Files.isRegularFile(samples)) {
            return List.of();
        }
        Map<String, List<Sample>> byOperation = JtlReader.read(samples).stream()
                .collect(Collectors.groupingBy(Sample::label, TreeMap::new, Collectors.toList()));
        return byOperation.entrySet().stream()
                .map(entry -> histogram(load + "-" + entry.getKey(), entry.getValue()))
                .toList();
    }

    private static Histogram histogram(String tag, List<Sample> samples) {
        Histogram histogram = new Histogram(SIGNIFICANT_DIGITS);
        histogram.setTag(tag);
        histogram.setStartTimeStamp(samples.getFirst().span().startMillis());
        histogram.setEndTimeStamp(samples.getLast().span().startMillis());
        samples.forEach(sample -> histogram.recordValue(sample.span().elapsedMillis()));
        return histogram;
    }
}
