package comparison.harness.probe;

import comparison.harness.metric.Metric;
import comparison.harness.record.Disk;
import comparison.harness.record.Jvm;
import comparison.harness.record.Load;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the counters that HotSpot keeps in a mapped file, {@code /tmp/hsperfdata_<user>/<pid>} (layout: OpenJDK,
 * {@code src/hotspot/share/runtime/perfMemory.hpp}, version 2.0). The counters always exist, so reading them costs the
 * server nothing. The harness must run as the server's user or as root.
 */
public final class HotSpot {

    private static final int MAGIC = 0xcafec0c0;
    private static final int HEADER_BYTES = 32;
    private static final int ENTRY_BYTES = 20;
    private static final int ENTRIES_OFFSET_AT = 24;
    private static final int COUNT_AT = 28;
    private static final byte TYPE_LONG = 'J';
    private static final double MILLIS_PER_SECOND = 1000;
    private static final double NANOS_PER_MILLI = 1e6;

    /** Above it, a load also shows the progress of the compilers. It is the least difference that 12 starts may find. */
    private static final double MOST_JIT_SHARE = 0.05;

    /** Used bytes of each space of each generation. The sum is the used heap, for every collector of JDK 25. */
    static final String HEAP_USED = "sun\\.gc\\.generation\\.\\d+\\.space\\.\\d+\\.used";

    /** Bytes that each generation has reserved from the system. */
    static final String HEAP_CAPACITY = "sun\\.gc\\.generation\\.\\d+\\.capacity";

    /** CPU time of the JIT compilers since the start, in ms. */
    private static final String COMPILERS_MILLIS = "compilersMillis";

    /** Names of their threads, as the kernel cuts them. */
    private static final Set<String> COMPILERS = Set.of("C1 CompilerThre", "C2 CompilerThre");

    private HotSpot() {}

    /**
     * Reads the counters of the process, or of its first descendant that is a JVM.
     *
     * @return the counters; without figures, but with a reason, if they cannot be read
     */
    public static Jvm read(ProcessHandle process) {
        try {
            return file(process)
                    .map(HotSpot::figures)
                    .orElseGet(() ->
                            Jvm.missing("no file of HotSpot's counters can be seen: the server is not a JVM, or runs as"
                                    + " somebody else"));
        } catch (UncheckedIOException | IllegalArgumentException e) {
            return Jvm.missing("HotSpot's counters cannot be read: " + e.getMessage());
        }
    }

    /**
     * A file of counters.
     *
     * @param jvm that writes it
     * @param path as this process sees it
     */
    record CountersFile(ProcessHandle jvm, Path path) {}

    /** Finds the file of the process, or of its first descendant that is a JVM. */
    static Optional<CountersFile> file(ProcessHandle process) {
        return Stream.concat(Stream.of(process), process.descendants())
                .flatMap(candidate -> files(candidate.pid()).map(path -> new CountersFile(candidate, path)))
                .findFirst();
    }

    /** Lists candidate files. In a container, the process has another id and another /tmp; /proc shows both. */
    private static Stream<Path> files(long pid) {
        Path proc = Path.of("/proc", Long.toString(pid));
        String inside = Disk.lines(proc.resolve("status")).stream()
                .filter(line -> line.startsWith("NSpid:"))
                .map(line -> line.substring(line.lastIndexOf('\t') + 1))
                .findFirst()
                .orElse(Long.toString(pid));
        try (Stream<Path> folders = Files.list(proc.resolve("root/tmp"))) {
            List<Path> found = folders.filter(
                            folder -> folder.getFileName().toString().startsWith("hsperfdata_"))
                    .map(folder -> folder.resolve(inside))
                    .filter(Files::isReadable)
                    .toList();
            return found.stream();
        } catch (IOException | UncheckedIOException e) {
            return Stream.empty();
        }
    }

    private static Jvm figures(CountersFile file) {
        try {
            Map<String, @Nullable Double> figures =
                    new TreeMap<>(figures(counters(ByteBuffer.wrap(Files.readAllBytes(file.path()))))
                            .counters());
            compilersMillis(file.jvm()).ifPresent(millis -> figures.put(COMPILERS_MILLIS, millis));
            return new Jvm(figures, null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Sums the CPU time of the threads that compile, as the kernel counts it (proc_pid_schedstat(5)). HotSpot's counter
     * {@code java.ci.totalTime} is elapsed time, most of which a compiler waits for a processor under load. With up to
     * three processors, no such thread ends while the JVM lives; with more, an idle one may, and takes its time along.
     */
    private static Optional<Double> compilersMillis(ProcessHandle jvm) {
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(jvm.pid()), "task"))) {
            List<Long> nanos = threads.filter(thread ->
                            Disk.lines(thread.resolve("comm")).stream().anyMatch(COMPILERS::contains))
                    .flatMap(thread -> Disk.lines(thread.resolve("schedstat")).stream())
                    .map(line -> Long.parseLong(line.substring(0, line.indexOf(' '))))
                    .toList();
            return nanos.stream().reduce(Long::sum).map(sum -> sum / NANOS_PER_MILLI);
        } catch (IOException | UncheckedIOException e) {
            return Optional.empty();
        }
    }

    /**
     * Reads all numeric counters.
     *
     * @throws IllegalArgumentException if the file is not HotSpot's or is truncated
     */
    static Map<String, Long> counters(ByteBuffer data) {
        Map<String, Long> counters = new HashMap<>();
        positions(data).forEach((name, position) -> counters.put(name, data.getLong(position)));
        return counters;
    }

    /**
     * Returns the position in the file of each numeric counter's value. Positions do not change while the JVM lives.
     * Sets the byte order of {@code data} to that of the file.
     *
     * @throws IllegalArgumentException if the file is not HotSpot's or is truncated
     */
    static Map<String, Integer> positions(ByteBuffer data) {
        try {
            return entries(data);
        } catch (IndexOutOfBoundsException e) {
            throw new IllegalArgumentException("they end in the middle", e);
        }
    }

    private static Map<String, Integer> entries(ByteBuffer data) {
        if (data.getInt(0) != MAGIC) {
            throw new IllegalArgumentException("not HotSpot's file of counters");
        }
        data.order(data.get(4) == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        Map<String, Integer> positions = new HashMap<>();
        int entry = data.getInt(ENTRIES_OFFSET_AT);
        for (int left = data.getInt(COUNT_AT); left > 0 && entry >= HEADER_BYTES; left--) {
            int length = data.getInt(entry);
            if (length < ENTRY_BYTES) {
                throw new IllegalArgumentException("an entry of " + length + " bytes");
            }
            if (data.get(entry + 12) == TYPE_LONG && data.getInt(entry + 8) == 0) {
                int value = entry + data.getInt(entry + 16);
                positions.put(
                        name(data, entry + data.getInt(entry + 4)),
                        Objects.checkFromIndexSize(value, Long.BYTES, data.limit()));
            }
            entry += length;
        }
        return positions;
    }

    private static String name(ByteBuffer data, int from) {
        int to = from;
        while (data.get(to) != 0) {
            to++;
        }
        byte[] name = new byte[to - from];
        data.get(from, name);
        return new String(name, StandardCharsets.US_ASCII);
    }

    /**
     * A counter of {@link Jvm}.
     *
     * @param name of the counter
     * @param summed regular expression for the names of the file's counters that it sums
     * @param ticks whether they count ticks of the JVM's clock, which are recorded in ms
     */
    private record Counter(String name, String summed, boolean ticks) {}

    private static final List<Counter> COUNTERS = List.of(
            new Counter("heapUsedBytes", HEAP_USED, false),
            new Counter("heapCommittedBytes", HEAP_CAPACITY, false),
            new Counter("nonHeapUsedBytes", "sun\\.gc\\.metaspace\\.used", false),
            new Counter("gcCount", "sun\\.gc\\.collector\\.\\d+\\.invocations", false),
            new Counter("gcMillis", "sun\\.gc\\.collector\\.\\d+\\.time", true),
            new Counter("safepoints", "sun\\.rt\\.safepoints", false),
            new Counter("safepointMillis", "sun\\.rt\\.safepointTime", true));

    static Jvm figures(Map<String, Long> counters) {
        double perMilli = counters.getOrDefault("sun.os.hrt.frequency", 1_000_000_000L) / MILLIS_PER_SECOND;
        Map<String, @Nullable Double> figures = new TreeMap<>();
        for (Counter counter : COUNTERS) {
            Long sum = sum(counters, counter.summed());
            if (sum != null) {
                figures.put(counter.name(), counter.ticks() ? sum / perMilli : (double) sum);
            }
        }
        return new Jvm(figures, null);
    }

    /** Computes the metrics of a load from the counters before and after it. */
    public static Map<Metric, Double> metrics(Load load) {
        Map<Metric, Double> metrics = new LinkedHashMap<>();
        putIfKnown(metrics, Metric.GC_COUNT, during(load, "gcCount"));
        Double pause = during(load, "gcMillis");
        putIfKnown(metrics, Metric.GC_PAUSE, pause);
        // The share of the time between the two readings, which is the length of the load.
        putIfKnown(metrics, Metric.GC_SHARE, ratio(pause, load.seconds() * MILLIS_PER_SECOND));
        putIfKnown(metrics, Metric.HEAP_AFTER, load.jvmAfter().counter("heapUsedBytes"));
        putIfKnown(metrics, Metric.JIT_SHARE, jitShare(load));
        return metrics;
    }

    /** Returns the JIT compilers' share of the server's CPU time if it is more than 5 %. */
    public static Optional<Double> compiling(Load load) {
        return Optional.ofNullable(jitShare(load)).filter(share -> share > MOST_JIT_SHARE);
    }

    private static @Nullable Double jitShare(Load load) {
        return jitShare(load.jvmBefore(), load.jvmAfter(), load.cpu().serverNanos());
    }

    /** Computes {@link Metric#JIT_SHARE} between two readings; null if unknown. */
    public static @Nullable Double jitShare(Jvm before, Jvm after, @Nullable Long cpuNanos) {
        return ratio(between(before, after, COMPILERS_MILLIS), cpuNanos == null ? 0 : cpuNanos / NANOS_PER_MILLI);
    }

    private static @Nullable Double during(Load load, String counter) {
        return between(load.jvmBefore(), load.jvmAfter(), counter);
    }

    private static @Nullable Double between(Jvm before, Jvm after, String counter) {
        Double from = before.counter(counter);
        Double to = after.counter(counter);
        return from == null || to == null ? null : Double.valueOf(to - from);
    }

    private static @Nullable Double ratio(@Nullable Double part, double whole) {
        return part == null || whole <= 0 ? null : Double.valueOf(part / whole);
    }

    private static void putIfKnown(Map<Metric, Double> metrics, Metric metric, @Nullable Double value) {
        if (value != null) {
            metrics.put(metric, value);
        }
    }

    private static @Nullable Long sum(Map<String, Long> counters, String names) {
        return counters.entrySet().stream()
                .filter(counter -> counter.getKey().matches(names))
                .map(Map.Entry::getValue)
                .reduce(Long::sum)
                .orElse(null);
    }
}
