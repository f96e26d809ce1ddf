package comparison.harness.probe;

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
    public static Map<String, Double> metrics(List<Heap> readings) {
        Map<String, Double> metrics = new LinkedHashMap<>();
        readings.stream()
                .mapToLong(Heap::usedBytes)
                .filter(bytes -> bytes > 0)
                .max()
                .ifPresent(most -> metrics.put("heap.underLoad.usedBytes", (double) most));
        readings.stream()
                .mapToLong(Heap::capacityBytes)
                .max()
                .ifPresent(most -> metrics.put("heap.underLoad.capacityBytes", (double) most));
        return metrics;
    }
}
