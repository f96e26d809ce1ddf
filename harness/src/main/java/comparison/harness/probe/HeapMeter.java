package comparison.harness.probe;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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

    private final HotSpot.CountersFile file;
    private final ByteOrder order;
    private final int[] used;
    private final int[] capacity;

    private HeapMeter(HotSpot.CountersFile file) throws IOException {
        this.file = file;
        ByteBuffer data = content();
        Map<String, Integer> positions = HotSpot.positions(data);
        this.order = data.order();
        this.used = named(positions, HotSpot.HEAP_USED);
        this.capacity = named(positions, HotSpot.HEAP_CAPACITY);
        if (used.length == 0 || capacity.length == 0) {
            throw new IllegalArgumentException("this JVM does not count its heap");
        }
    }

    /** Returns a meter of the process, or of its first descendant that is a JVM; empty if no heap can be read. */
    public static Optional<HeapMeter> of(ProcessHandle process) {
        try {
            Optional<HotSpot.CountersFile> file = HotSpot.file(process);
            return file.isEmpty() ? Optional.empty() : Optional.of(new HeapMeter(file.get()));
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static int[] named(Map<String, Integer> positions, String names) {
        return positions.entrySet().stream()
                .filter(counter -> counter.getKey().matches(names))
                .mapToInt(Map.Entry::getValue)
                .toArray();
    }

    /** Reads the file through a stream, because an interrupt of the reading thread would close a channel. */
    private ByteBuffer content() throws IOException {
        try (FileInputStream in = new FileInputStream(file.path().toFile())) {
            return ByteBuffer.wrap(in.readAllBytes());
        }
    }

    /**
     * Reads the counters.
     *
     * @throws IOException if the JVM has ended; a killed one leaves its file
     */
    @Override
    public Heap read() throws IOException {
        if (!file.jvm().isAlive()) {
            throw new IOException("process " + file.jvm().pid() + " is gone");
        }
        ByteBuffer data = content().order(order);
        return new Heap(Ticks.millis(), sum(data, used), sum(data, capacity));
    }

    private static long sum(ByteBuffer data, int[] positions) {
        long sum = 0;
        for (int position : positions) {
            sum += data.getLong(position);
        }
        return sum;
    }
}
