package comparison.harness.probe;

import comparison.harness.raw.Disk;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.stream.Stream;

/** Takes readings at a fixed rate on a thread of its own, from its making until it is closed; then writes them as CSV. */
public final class Sampler implements AutoCloseable {

    /** How often is read: often enough to see a peak, seldom enough to cost nothing. */
    private static final Duration PERIOD = Duration.ofMillis(200);

    private static final String HEADER = "atMillis,anonBytes,fileBytes,peakBytes,cpuNanos";
    private static final String HEAP_HEADER = "atMillis,usedBytes,capacityBytes";
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** One line of the file. */
    @FunctionalInterface
    private interface Source {
        String line() throws IOException;
    }

    private final Source source;
    private final Path file;
    private final List<String> lines = new ArrayList<>();
    private final Thread thread;
    private final LongAdder cpuNanos = new LongAdder();

    private Sampler(String header, Source source, Path file) {
        this.source = source;
        this.file = file;
        lines.add(header);
        take();
        this.thread = Thread.ofPlatform().daemon().name("sampler").start(this::run);
    }

    /** Starts to meter a process group. The first reading is taken before this returns, the last one on {@link #close}. */
    public Sampler(Meter meter, Path file) {
        this(HEADER, () -> line(meter.read()), file);
    }

    /** Starts to watch the machine. */
    public static Sampler ofMachine(Path file) {
        return new Sampler(Machine.HEADER, () -> Machine.read().line(), file);
    }

    /** Starts to watch a Java heap. The meter is not closed. */
    public static Sampler ofHeap(HeapMeter meter, Path file) {
        return new Sampler(HEAP_HEADER, () -> line(meter.read()), file);
    }

    private void run() {
        try {
            do {
                Thread.sleep(PERIOD);
            } while (take());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns false if the group is gone; why it went is somebody else's question. */
    private boolean take() {
        long before = THREADS.getCurrentThreadCpuTime();
        try {
            String line = source.line();
            synchronized (lines) {
                return lines.add(line);
            }
        } catch (IOException e) {
            return false;
        } finally {
            cpuNanos.add(THREADS.getCurrentThreadCpuTime() - before);
        }
    }

    /** Returns the processor time that reading has cost so far, in ns. */
    public long cpuNanos() {
        return cpuNanos.sum();
    }

    /** Takes the last reading and writes the file. */
    @Override
    public void close() {
        thread.interrupt();
        join();
        take();
        Disk.attempt("write " + file, () -> {
            Files.createDirectories(file.toAbsolutePath().getParent());
            synchronized (lines) {
                Files.write(file, lines);
            }
        });
    }

    private void join() {
        try {
            thread.join(PERIOD.multipliedBy(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String line(Reading r) {
        return "%s,%s,%s,%s,%s".formatted(r.atMillis(), r.anonBytes(), r.fileBytes(), r.peakBytes(), r.cpuNanos());
    }

    private static String line(Heap heap) {
        return "%s,%s,%s".formatted(heap.atMillis(), heap.usedBytes(), heap.capacityBytes());
    }

    /**
     * Reads a file that a sampler of a process group wrote.
     *
     * @throws IllegalArgumentException if it is damaged
     */
    public static List<Reading> read(Path file) throws IOException {
        return parsed(file, 5, v -> new Reading(v[0], v[1], v[2], v[3], v[4]));
    }

    /**
     * Reads a file that a sampler of a heap wrote.
     *
     * @throws IllegalArgumentException if it is damaged
     */
    public static List<Heap> heap(Path file) throws IOException {
        return parsed(file, 3, v -> new Heap(v[0], v[1], v[2]));
    }

    private static <T> List<T> parsed(Path file, int fields, Function<long[], T> reading) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.skip(1)
                    .map(line -> reading.apply(numbers(line, fields)))
                    .toList();
        }
    }

    private static long[] numbers(String line, int fields) {
        long[] numbers =
                Stream.of(line.split(",", -1)).mapToLong(Long::parseLong).toArray();
        if (numbers.length != fields) {
            throw new IllegalArgumentException("not a reading: " + line);
        }
        return numbers;
    }
}
