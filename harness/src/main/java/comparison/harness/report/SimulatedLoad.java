package comparison.harness.report;

import comparison.harness.metric.Metric;
import comparison.harness.plan.Plan;
import comparison.harness.workload.Arrivals;
import comparison.harness.workload.Simulation;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Analyses the load of one simulation: whether the client kept its schedule, the stages, and the kinds of failure. */
final class SimulatedLoad {

    /** Latest acceptable 99th percentile of lateness, in ms. Beyond it, the client did not keep the schedule. */
    private static final double MOST_LATE = 100;

    private static final int DIGITS = 3;
    private static final double P99 = 0.99;
    private static final double MILLIS = 1000;

    private final Simulation simulation;
    private final List<Sample> samples;
    private final List<Stream> streams;

    /** When the schedule began, in ms since the epoch. */
    private final double begin;

    /** A request; {@code failure} is the kind of failure, null if it succeeded. */
    private record Sample(
            String label,
            long start,
            long elapsed,
            @Nullable String failure) {

        boolean failed() {
            return failure != null;
        }
    }

    /**
     * The requests of one schedule in the order in which they were sent. An offset is the start of the schedule plus
     * the lateness of one request, in ms since the epoch.
     */
    private record Stream(Arrivals arrivals, List<Sample> samples, List<Double> offsets) {

        /**
         * The latest possible begin of the schedule, in ms since the epoch: it counts the least late arrival as
         * punctual.
         */
        double begin() {
            return offsets.stream().mapToDouble(offset -> offset).min().orElse(Double.MAX_VALUE);
        }
    }

    private SimulatedLoad(Simulation simulation, List<Sample> samples) {
        this.simulation = simulation;
        this.samples = samples;
        this.streams = simulation.arrivals().stream().map(this::stream).toList();
        this.begin = streams.stream()
                .mapToDouble(Stream::begin)
                .min()
                .orElse(samples.isEmpty() ? 0.0 : (double) samples.getFirst().start());
    }

    /**
     * Reads the compressed samples of a load.
     *
     * @throws IllegalArgumentException if they are damaged
     */
    static SimulatedLoad read(Simulation simulation, Path file) throws IOException {
        List<Sample> samples = new ArrayList<>();
        try (InputStream compressed = Files.newInputStream(file)) {
            Jtl rows = new Jtl(new GZIPInputStream(compressed));
            while (rows.next()) {
                samples.add(new Sample(
                        rows.label(),
                        rows.startMillis(),
                        rows.elapsedMillis(),
                        rows.success() ? null : rows.failure()));
            }
        }
        samples.sort(Comparator.comparingLong(Sample::start));
        return new SimulatedLoad(simulation, samples);
    }

    private Stream stream(Arrivals arrivals) {
        List<Sample> own = samples.stream()
                .filter(sample -> sample.label().equals(arrivals.label()))
                .toList();
        List<Double> due = arrivals.dueMillis();
        List<Double> offsets = new ArrayList<>();
        for (int i = 0; i < Math.min(own.size(), due.size()); i++) {
            offsets.add(own.get(i).start() - due.get(i));
        }
        return new Stream(arrivals, own, offsets);
    }

    /** Computes the metrics that only simulations have. */
    Map<Metric, Double> metrics() {
        if (samples.isEmpty()) {
            return Map.of();
        }
        Histogram times = times(samples);
        Map<Metric, Double> metrics = new LinkedHashMap<>();
        metrics.put(Metric.SUCCESS, success(samples));
        // From the samples, because the client itself waits after the end of a schedule.
        metrics.put(Metric.LOAD_SECONDS, (lastEnd() - samples.getFirst().start()) / MILLIS);
        lastFailure(samples).ifPresent(seconds -> metrics.put(Metric.LAST_FAILURE, seconds));
        metrics.put(Metric.MEAN, times.getMean());
        metrics.put(Metric.P95, (double) times.getValueAtPercentile(95));
        metrics.put(Metric.MOST_IN_FLIGHT, (double) mostInFlight());
        late().ifPresent(millis -> metrics.put(Metric.LATE, millis));
        return metrics;
    }

    /** Explains that the client did not keep its schedule; empty if it did. */
    Optional<String> behind() {
        return late().filter(millis -> millis > MOST_LATE)
                .map(
                        "the client was behind its schedule: one request of a hundred was sent more than %.0f ms late"
                                ::formatted);
    }

    Simulated result(Plan.Slot slot, List<Simulated.Judged> demands) {
        return new Simulated(
                slot.variant(),
                simulation.id(),
                slot.invocation(),
                simulation.requests(),
                failures(samples),
                phases(),
                demands);
    }

    private long lastEnd() {
        return samples.stream()
                .mapToLong(sample -> sample.start() + sample.elapsed())
                .max()
                .orElseThrow();
    }

    /** The 99th percentile of lateness, in ms. The least late arrival counts as punctual. */
    private Optional<Double> late() {
        double[] late = streams.stream()
                .flatMap(stream -> stream.offsets().stream())
                .mapToDouble(offset -> offset - begin)
                .sorted()
                .toArray();
        return late.length == 0 ? Optional.empty() : Optional.of(late[(int) Math.ceil(P99 * late.length) - 1]);
    }

    private int mostInFlight() {
        long[] ends = samples.stream()
                .mapToLong(sample -> sample.start() + sample.elapsed())
                .sorted()
                .toArray();
        int most = 0;
        int ended = 0;
        for (int begun = 0; begun < ends.length; begun++) {
            while (ends[ended] < samples.get(begun).start()) {
                ended++;
            }
            most = Math.max(most, begun + 1 - ended);
        }
        return most;
    }

    private List<Simulated.Stage> phases() {
        Simulation.Loop loop = simulation.loop();
        if (loop != null) {
            String words = "%d clients x %d requests".formatted(loop.clients(), loop.loops());
            return List.of(phase(loop.label(), words, 0, samples));
        }
        List<Simulated.Stage> phases = new ArrayList<>();
        for (Stream stream : streams) {
            int from = 0;
            double seconds = 0;
            for (Arrivals.Stage stage : stream.arrivals().stages()) {
                int to = Math.min(from + stage.count(), stream.samples().size());
                if (!stage.isPause()) {
                    List<Sample> own = stream.samples().subList(from, to);
                    phases.add(phase(stream.arrivals().label(), stage.inWords(), seconds, own));
                }
                from = to;
                seconds += stage.seconds();
            }
        }
        return phases;
    }

    private Simulated.Stage phase(String label, String words, double seconds, List<Sample> own) {
        return new Simulated.Stage(
                label,
                words,
                seconds,
                own.size(),
                own.stream().filter(Sample::failed).count(),
                own.isEmpty() ? null : success(own),
                failures(own),
                lastFailure(own).orElse(null),
                own.isEmpty() ? null : Percentiles.of(times(own), 1));
    }

    private static double success(List<Sample> samples) {
        long succeeded = samples.stream().filter(sample -> !sample.failed()).count();
        return 100.0 * succeeded / samples.size();
    }

    private static Map<String, Long> failures(List<Sample> samples) {
        return samples.stream()
                .filter(Sample::failed)
                .collect(Collectors.groupingBy(
                        sample -> Objects.requireNonNull(sample.failure()), TreeMap::new, Collectors.counting()));
    }

    private Optional<Double> lastFailure(List<Sample> own) {
        return own.reversed().stream()
                .filter(Sample::failed)
                .map(sample -> (sample.start() - begin) / MILLIS)
                .findFirst();
    }

    private static Histogram times(List<Sample> samples) {
        Histogram times = new Histogram(DIGITS);
        samples.forEach(sample -> times.recordValue(sample.elapsed()));
        return times;
    }
}
