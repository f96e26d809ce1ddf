package comparison.harness.probe;

import comparison.harness.metric.Metric;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The Java heap of a JVM at one moment; a line of {@code heap.csv}.
 *
 * @param atMillis when, since the epoch
 * @param usedBytes objects in it as the JVM last counted them, at its last collection or since; 0 if it has not counted yet; see {@link HeapMeter}
 * @param capacityBytes what it has of the system at this moment, used or not; less than its limit unless it needed all of that
 */
public record Heap(long atMillis, long usedBytes, long capacityBytes) {

    /** Its raw file. */
    public static final Series<Heap> SERIES = new Series<>(Heap.class);

    /** Returns the metrics of a load: the most of each. */
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
}
