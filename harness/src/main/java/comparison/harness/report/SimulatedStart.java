package comparison.harness.report;

import comparison.harness.metric.Metric;
import comparison.harness.plan.Plan;
import comparison.harness.plan.Variant;
import comparison.harness.probe.Heap;
import comparison.harness.probe.HotSpot;
import comparison.harness.probe.Reading;
import comparison.harness.raw.Invocation;
import comparison.harness.raw.Json;
import comparison.harness.raw.Load;
import comparison.harness.raw.RunFolder;
import comparison.harness.workload.Arrivals;
import comparison.harness.workload.Phase;
import comparison.harness.workload.Simulation;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Computes {@link Simulated} from the raw files of one start. */
final class SimulatedStart {

    /** If one arrival of a hundred is later than this, the client did not keep the schedule; ms. */
    static final double MOST_LATE = 100;

    private static final int DIGITS = 3;
    private static final double P99 = 0.99;
    private static final double MIB = 1 << 20;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double MILLIS = 1000;

    /** A load takes at least as long as its clock can tell. */
    private static final double ONE_MILLI = 1e-3;

    private final Simulation simulation;
    private final List<Sample> samples;
    private final @Nullable String unreadable;
    private final @Nullable String failure;

    private record Sample(String label, long start, long elapsed, boolean success, String kind) {}

    /** What was read of the server during the load, each at its own moments; the heap only where there is one that can be read. */
    private record Memory(List<Reading> server, List<Heap> heap) {

        @Nullable
        Double peakAnon() {
            return peak(server, Reading::anonBytes);
        }

        @Nullable
        Double peakUsed() {
            return peak(heap, Heap::usedBytes);
        }

        @Nullable
        Double peakCapacity() {
            return peak(heap, Heap::capacityBytes);
        }

        /** A JVM that has not collected yet says 0, which is no size of a heap. */
        private static <T> @Nullable Double peak(List<T> readings, ToLongFunction<T> bytes) {
            long most = readings.stream().mapToLong(bytes).max().orElse(0);
            return most == 0 ? null : Double.valueOf(most / MIB);
        }
    }

    private SimulatedStart(Simulation simulation, Path file, @Nullable String failure) {
        this.simulation = simulation;
        this.failure = failure;
        List<Sample> found = new ArrayList<>();
        String why = null;
        try {
            read(file, found);
        } catch (IOException | IllegalArgumentException e) {
            why = "the samples are damaged (%s)".formatted(e.getMessage());
        }
        this.samples =
                found.stream().sorted(Comparator.comparingLong(Sample::start)).toList();
        this.unreadable = why;
    }

    /** Reads one start; what is not there becomes an invalid result that says so. */
    static Simulated of(RunFolder run, Plan plan, Plan.Slot slot, Simulation simulation) {
        RunFolder.InvocationFolder invocation = run.invocation(slot);
        RunFolder.LoadFolder load = invocation.load(Phase.COLD);
        Optional<Invocation> outcome = Json.read(invocation.outcome(), Invocation.class);
        Optional<String> failure = outcome.flatMap(known -> Optional.ofNullable(known.failure()));
        if (!Files.isRegularFile(load.samples())) {
            String why = outcome.isEmpty() ? "it was not measured" : failure.orElse("its samples are not there");
            return new SimulatedStart(simulation, List.of(), why)
                    .result(plan.variant(slot.variant()), slot, Optional.empty(), new Memory(List.of(), List.of()));
        }
        return new SimulatedStart(simulation, load.samples(), failure.orElse(null))
                .result(
                        plan.variant(slot.variant()),
                        slot,
                        Json.read(load.facts(), Load.class),
                        new Memory(
                                readings(load.resources("server"), Reading.SERIES::read),
                                readings(load.heap(), Heap.SERIES::read)));
    }

    private SimulatedStart(Simulation simulation, List<Sample> samples, String unreadable) {
        this.simulation = simulation;
        this.samples = samples;
        this.unreadable = unreadable;
        this.failure = null;
    }

    private interface Parser<T> {
        List<T> read(Path file) throws IOException;
    }

    private static <T> List<T> readings(Path file, Parser<T> parser) {
        try {
            return Files.isRegularFile(file) ? parser.read(file) : List.of();
        } catch (IOException | IllegalArgumentException damaged) {
            return List.of();
        }
    }

    private static void read(Path file, List<Sample> samples) throws IOException {
        try (InputStream compressed = Files.newInputStream(file)) {
            Jtl rows = new Jtl(new GZIPInputStream(compressed));
            while (rows.next()) {
                samples.add(new Sample(
                        rows.label(),
                        rows.startMillis(),
                        Math.max(0, rows.elapsedMillis()),
                        rows.success(),
                        rows.success() ? "" : rows.failure()));
            }
        }
    }

    private Simulated result(Variant variant, Plan.Slot slot, Optional<Load> load, Memory memory) {
        Histogram times = histogram(samples);
        List<Stream> streams = simulation.arrivals().stream().map(this::stream).toList();
        double begin = streams.stream()
                .mapToDouble(Stream::begin)
                .min()
                .orElse(samples.isEmpty() ? 0.0 : (double) samples.getFirst().start());
        Simulated.@Nullable Late late = late(streams, begin);
        Double seconds = loadSeconds();
        long errors = samples.stream().filter(sample -> !sample.success()).count();
        return new Simulated(
                variant.id(),
                variant.stack(),
                variant.virtualThreads(),
                simulation.id(),
                slot.invocation(),
                simulation.requests(),
                samples.size(),
                seconds,
                seconds == null ? null : Double.valueOf(samples.size() / Math.max(ONE_MILLI, seconds)),
                errors,
                failures(samples),
                lastFailure(samples, begin),
                samples.isEmpty() ? null : Percentiles.of(times),
                samples.isEmpty() ? null : times.getMean(),
                samples.isEmpty() ? null : times.getValueAtPercentile(95),
                late,
                mostInFlight(),
                load.map(Load::cpu)
                        .map(Load.CpuTime::serverNanos)
                        .filter(_ -> !samples.isEmpty())
                        .map(nanos -> nanos / NANOS_PER_MILLI * 1000 / samples.size())
                        .orElse(null),
                memory.peakAnon(),
                memory.peakUsed(),
                memory.peakCapacity(),
                counter(load, Metric.GC_COUNT).map(Math::round).orElse(null),
                counter(load, Metric.GC_PAUSE).orElse(null),
                phases(streams, begin),
                demands(times, errors),
                seconds(begin, memory),
                invalid(late));
    }

    private static Optional<Double> counter(Optional<Load> load, Metric metric) {
        return load.flatMap(found -> Optional.ofNullable(HotSpot.metrics(found).get(metric)));
    }

    /** By the samples and not by the client, which waits after the end of a schedule. */
    private @Nullable Double loadSeconds() {
        if (samples.isEmpty()) {
            return null;
        }
        long end = samples.stream()
                .mapToLong(sample -> sample.start() + sample.elapsed())
                .max()
                .orElseThrow();
        return (end - samples.getFirst().start()) / MILLIS;
    }

    private List<Simulated.Second> seconds(double begin, Memory memory) {
        Map<Integer, Double> anon = bySecond(begin, memory.server(), Reading::atMillis, Reading::anonBytes);
        Map<Integer, Double> used = bySecond(begin, memory.heap(), Heap::atMillis, Heap::usedBytes);
        Map<Integer, Double> capacity = bySecond(begin, memory.heap(), Heap::atMillis, Heap::capacityBytes);
        return samples.stream()
                .collect(Collectors.groupingBy(
                        sample -> second(sample.start(), begin), TreeMap::new, Collectors.toList()))
                .entrySet()
                .stream()
                .map(second -> {
                    int number = second.getKey();
                    Histogram times = histogram(second.getValue());
                    return new Simulated.Second(
                            number,
                            second.getValue().size(),
                            second.getValue().stream()
                                    .filter(sample -> !sample.success())
                                    .count(),
                            times.getValueAtPercentile(50),
                            times.getMaxValue(),
                            anon.get(number),
                            used.get(number),
                            capacity.get(number));
                })
                .toList();
    }

    private static <T> Map<Integer, Double> bySecond(
            double begin, List<T> readings, ToLongFunction<T> atMillis, ToLongFunction<T> bytes) {
        return readings.stream()
                .filter(reading -> bytes.applyAsLong(reading) > 0)
                .collect(Collectors.toMap(
                        reading -> second(atMillis.applyAsLong(reading), begin),
                        reading -> bytes.applyAsLong(reading) / MIB,
                        Math::max));
    }

    /** A request that was sent a moment before it was due belongs to the first second. */
    private static int second(long atMillis, double begin) {
        return (int) Math.max(0, (atMillis - begin) / MILLIS);
    }

    private @Nullable String invalid(Simulated.@Nullable Late late) {
        String incomplete = incomplete();
        if (failure != null) {
            return incomplete == null ? failure : "%s; %s".formatted(failure, incomplete);
        }
        if (incomplete != null) {
            return incomplete;
        }
        return late != null && late.p99() > MOST_LATE
                ? "the client was behind its schedule: one request of a hundred was sent more than %.0f ms late"
                        .formatted(late.p99())
                : null;
    }

    private @Nullable String incomplete() {
        if (unreadable != null) {
            return unreadable;
        }
        return samples.size() == simulation.requests()
                ? null
                : "the client sent %d of %d requests".formatted(samples.size(), simulation.requests());
    }

    private static Map<String, Long> failures(List<Sample> samples) {
        return samples.stream()
                .filter(sample -> !sample.success())
                .collect(Collectors.groupingBy(Sample::kind, TreeMap::new, Collectors.counting()));
    }

    private static @Nullable Double lastFailure(List<Sample> samples, double begin) {
        return samples.reversed().stream()
                .filter(sample -> !sample.success())
                .map(sample -> (sample.start() - begin) / MILLIS)
                .findFirst()
                .orElse(null);
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

    private List<Simulated.Judged> demands(Histogram times, long errors) {
        if (samples.isEmpty()) {
            return List.of();
        }
        return simulation.demands().stream()
                .map(demand -> {
                    double value = switch (demand.metric()) {
                        case MAX -> times.getMaxValue();
                        case MEAN -> times.getMean();
                        case P95 -> times.getValueAtPercentile(95);
                        case P99 -> times.getValueAtPercentile(99);
                        case SUCCESS -> 100.0 * (samples.size() - errors) / samples.size();
                    };
                    return new Simulated.Judged(demand.metric(), demand.bound(), value, demand.passes(value));
                })
                .toList();
    }

    private static Simulated.@Nullable Late late(List<Stream> streams, double begin) {
        double[] late = streams.stream()
                .flatMap(stream -> stream.offsets().stream())
                .mapToDouble(offset -> offset - begin)
                .sorted()
                .toArray();
        return late.length == 0
                ? null
                : new Simulated.Late(
                        late[(int) Math.min(late.length - 1, Math.ceil(P99 * late.length))], late[late.length - 1]);
    }

    /** The requests of one schedule, in the order in which they were sent, beside the times at which they were due. */
    private record Stream(Arrivals arrivals, List<Sample> samples, List<Double> offsets) {

        /** When the schedule began at the latest: that of the arrival that is least late. */
        double begin() {
            return offsets.stream().mapToDouble(offset -> offset).min().orElse(Double.MAX_VALUE);
        }
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

    private List<Simulated.Stage> phases(List<Stream> streams, double begin) {
        Simulation.Loop loop = simulation.loop();
        if (loop != null) {
            String words = "%d clients x %d requests".formatted(loop.clients(), loop.loops());
            return List.of(phase(loop.label(), words, 0, samples, begin));
        }
        List<Simulated.Stage> phases = new ArrayList<>();
        for (Stream stream : streams) {
            int from = 0;
            double seconds = 0;
            for (Arrivals.Stage stage : stream.arrivals().stages()) {
                int to = Math.min(from + stage.count(), stream.samples().size());
                if (!stage.isPause()) {
                    List<Sample> own = stream.samples().subList(from, to);
                    phases.add(phase(stream.arrivals().label(), stage.inWords(), seconds, own, begin));
                }
                from = to;
                seconds += stage.seconds();
            }
        }
        return phases;
    }

    private static Simulated.Stage phase(
            String label, String words, double seconds, List<Sample> samples, double begin) {
        long errors = samples.stream().filter(sample -> !sample.success()).count();
        return new Simulated.Stage(
                label,
                words,
                seconds,
                samples.size(),
                errors,
                Simulated.success(samples.size(), errors),
                failures(samples),
                lastFailure(samples, begin),
                samples.isEmpty() ? null : Percentiles.of(histogram(samples)));
    }

    private static Histogram histogram(List<Sample> samples) {
        Histogram times = new Histogram(DIGITS);
        samples.forEach(sample -> times.recordValue(sample.elapsed()));
        return times;
    }
}
