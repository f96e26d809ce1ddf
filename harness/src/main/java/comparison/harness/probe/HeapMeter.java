package comparison.harness.probe;

import comparison.harness.record.Disk;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the Java heap of a running JVM repeatedly, from the counters that it always keeps (see {@link HotSpot}). The
 * positions of the counters are looked up once. Each reading reads the file once, 32 KiB unless the JVM was configured
 * otherwise. The JVM is not affected. Safe for use by many threads.
 *
 * <p>The age of a figure depends on the collector, as observed with JDK 25. {@code used}: Serial and Parallel update it
 * when they collect, so it is what the last collection left. ZGC updates it in each pause, G1 adds eden's regions as
 * they fill, and Shenandoah updates it continuously. {@code capacity} is updated when it changes, by G1 and ZGC at the
 * next collection.
 */
public final class HeapMeter implements Probe.Source<Heap> {

    private final ProcessHandle jvm;
    private final RandomAccessFile file;
    private final byte[] bytes;
    private final ByteBuffer data;
    private final int[] used;
    private final int[] capacity;

    private HeapMeter(ProcessHandle jvm, RandomAccessFile file) throws IOException {
        this.jvm = jvm;
        this.file = file;
        this.bytes = new byte[Math.toIntExact(file.length())];
        this.data = ByteBuffer.wrap(bytes);
        fill();
        Map<String, Integer> positions = HotSpot.positions(data);
        this.used = named(positions, HotSpot.HEAP_USED);
        this.capacity = named(positions, HotSpot.HEAP_CAPACITY);
        if (used.length == 0 || capacity.length == 0) {
            throw new IllegalArgumentException("this JVM does not count its heap");
        }
    }

    /** Returns a meter of the process, or of its first descendant that is a JVM; empty if no heap can be read. */
    public static Optional<HeapMeter> of(ProcessHandle process) {
        return HotSpot.file(process).flatMap(HeapMeter::open);
    }

    private static Optional<HeapMeter> open(HotSpot.CountersFile counters) {
        try {
            // Not a channel: an interrupt of a reading thread would close it for all threads.
            RandomAccessFile file = new RandomAccessFile(counters.path().toFile(), "r");
            try {
                return Optional.of(new HeapMeter(counters.jvm(), file));
            } catch (IOException | RuntimeException e) {
                file.close();
                throw e;
            }
        } catch (IOException | IllegalArgumentException | ArithmeticException e) {
            return Optional.empty();
        }
    }

    private static int[] named(Map<String, Integer> positions, String names) {
        return positions.entrySet().stream()
                .filter(counter -> counter.getKey().matches(names))
                .mapToInt(Map.Entry::getValue)
                .toArray();
    }

    private void fill() throws IOException {
        file.seek(0);
        file.readFully(bytes);
    }

    /**
     * Reads the counters.
     *
     * @throws IOException if the JVM has ended; its file keeps the last figures forever
     */
    @Override
    public synchronized Heap read() throws IOException {
        if (!jvm.isAlive()) {
            throw new IOException("process " + jvm.pid() + " is gone");
        }
        fill();
        return new Heap(Ticks.millis(), sum(used), sum(capacity));
    }

    private long sum(int[] positions) {
        long sum = 0;
        for (int position : positions) {
            sum += data.getLong(position);
        }
        return sum;
    }

    /** Closes the file. A second call has no effect. */
    @Override
    public synchronized void close() {
        Disk.attempt("close the counters of process " + jvm.pid(), file::close);
    }
}
