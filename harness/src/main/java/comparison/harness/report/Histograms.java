package comparison.harness.report;

import comparison.harness.Fault;
import comparison.harness.plan.Plan;
import comparison.harness.record.Disk;
import comparison.harness.record.RunFolder;
import comparison.harness.record.RunFolder.LoadFolder;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Exports the latencies of a run as one small file: a compressed HdrHistogram log with a tagged histogram per load and
 * operation, in ms, or in µs if the client counts them.
 */
public final class Histograms {

    private static final double MILLIS = 1000;
    /** Significant digits of a published time: at most 1 % off, and in µs less than half of the space of three. */
    private static final int DIGITS = 2;
    /** The log also names the longest time of each histogram, in its own unit. */
    private static final double UNIT = 1;

    private Histograms() {}

    /** Writes the histograms of all loads that have raw samples. */
    public static void write(RunFolder run, Path file) {
        Disk.attempt("write " + file, () -> {
            try (PrintStream text =
                    new PrintStream(new GZIPOutputStream(Files.newOutputStream(file)), false, StandardCharsets.UTF_8)) {
                HistogramLogWriter log = new HistogramLogWriter(text);
                log.outputLogFormatVersion();
                log.outputLegend();
                histograms(run)
                        .forEach(histogram -> log.outputIntervalHistogram(
                                histogram.getStartTimeStamp() / MILLIS,
                                histogram.getEndTimeStamp() / MILLIS,
                                histogram,
                                UNIT));
            }
        });
    }

    private static List<Histogram> histograms(RunFolder run) {
        Plan plan = run.planned();
        return plan.order().stream()
                .flatMap(slot -> plan.phases().stream()
                        .flatMap(phase -> ofLoad(
                                "%s-%s-%s".formatted(slot.variant(), slot.invocation(), phase.label()),
                                run.invocation(slot).load(phase))
                                .stream()))
                .toList();
    }

    private static List<Histogram> ofLoad(String load, LoadFolder folder) {
        List<Path> samples = folder.windows().stream().map(LoadFolder::samples).toList();
        if (!samples.stream().allMatch(Files::isRegularFile)) {
            return List.of();
        }
        try {
            return Samples.read(samples).operations().stream()
                    .filter(operation -> operation.times().getTotalCount() > 0)
                    .sorted(Comparator.comparing(Samples.Operation::name))
                    .map(operation -> tagged(load + "-" + operation.name(), operation))
                    .toList();
        } catch (IOException | IllegalArgumentException e) {
            throw Fault.broken(
                    "The samples in %s are damaged: %s. Measure again.".formatted(folder.path(), e.getMessage()));
        }
    }

    private static Histogram tagged(String tag, Samples.Operation operation) {
        Histogram times = new Histogram(DIGITS);
        times.add(operation.times());
        times.setTag(tag);
        times.setStartTimeStamp(operation.firstMillis());
        times.setEndTimeStamp(operation.lastMillis());
        return times;
    }
}
