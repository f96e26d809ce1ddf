package comparison.harness.probe;

import comparison.harness.raw.Disk;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the Java heap of a running JVM again and again, from the counters that it keeps in any case (see {@link HotSpot}): where they
 * are is looked up once, and each reading is one read of the file, 32 KiB unless the JVM was told otherwise. The JVM notices nothing. Safe
 * for use by many threads.
 *
 * <p>How old a figure is depends on the collector, as seen with JDK 25. {@code used}: Serial and Parallel write it when they collect, so that it is what
 * their last collection left; ZGC in each of its pauses; G1 adds eden's regions as they fill, Shenandoah follows all the time. {@code capacity}:
 * when it changes, with G1 and ZGC at the next collection.
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

    /** Returns a meter of the process, or of the first of its descendants that is a JVM; nothing if no heap can be read there. */
    public static Optional<HeapMeter> of(ProcessHandle process) {
        return HotSpot.file(process).flatMap(HeapMeter::open);
    }

    private static Optional<HeapMeter> open(HotSpot.CountersFile counters) {
        try {
            // No channel: a thread that is interrupted while it reads one closes it for all others.
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
     * Reads now.
     *
     * @throws IOException if the JVM is gone: its file keeps the last figures for ever
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

    /** Lets go of the file; closing twice does nothing. */
    @Override
    public synchronized void close() {
        Disk.attempt("close the counters of process " + jvm.pid(), file::close);
    }
}
