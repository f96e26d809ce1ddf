package comparison.harness.probe;

import comparison.harness.metric.Metric;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The Java heap of a JVM at one moment; a line of {@code heap.csv}.
 *
 * @param atMillis time of the reading, in ms since the epoch
 * @param usedBytes used heap as the JVM last updated it; 0 before the first update, see {@link HeapMeter}
 * @param capacityBytes heap that is reserved from the system at this moment, used or not
 */
public record Heap(long atMillis, long usedBytes, long capacityBytes) {

    /** Format of its raw file. */
    public static final Series<Heap> SERIES = new Series<>(Heap.class);

    /**
     * Returns the highest used and the highest reserved heap of a load, in bytes. The used heap is missing if the JVM
     * never updated it.
     */
    public static Map<Metric, Double> metrics(List<Heap> readings) {
        Map<Metric, Double> metrics = new LinkedHashMap<>();
        readings.stream()
                .mapToLong(Heap::usedBytes)
                .filter(bytes -> bytes > 0)
                .max()
                .ifPresent(most -> metrics.put(Metric.HEAP, (double) most));
        readings.stream()
                .mapToLong(Heap::capacityBytes)
                .max()
                .ifPresent(most -> metrics.put(Metric.HEAP_CAPACITY, (double) most));
        return metrics;
    }

    /** Returns it with another time; a negative number of milliseconds makes it earlier. */
    public Heap later(long millis) {
        return new Heap(atMillis + millis, usedBytes, capacityBytes);
    }
}
