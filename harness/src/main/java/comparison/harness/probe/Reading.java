package comparison.harness.probe;

import comparison.harness.metric.Metric;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * Memory and processor time of one process group at one moment.
 *
 * @param atMillis when, since the epoch
 * @param anonBytes anonymous and shared memory: heap, stacks, what no file could give back
 * @param fileBytes pages of files: classes, libraries; shared with others and dropped under pressure
 * @param peakBytes the most it ever held in all, since its start
 * @param cpuNanos processor time since its start
 */
public record Reading(long atMillis, long anonBytes, long fileBytes, long peakBytes, long cpuNanos) {

    /** Its raw file. */
    public static final Series<Reading> SERIES = new Series<>(Reading.class);

    /** Returns the metrics of a server at rest: what it holds at the end of it; none without a reading. */
    public static Map<Metric, Double> atRest(List<Reading> readings) {
        return readings.isEmpty()
                ? Map.of()
                : Map.of(
                        Metric.MEMORY_AT_REST, (double) readings.getLast().anonBytes(),
                        Metric.FILES_AT_REST, (double) readings.getLast().fileBytes());
    }

    /** Returns the metrics of a server under load: the most that it held; none without a reading. */
    public static Map<Metric, Double> underLoad(List<Reading> readings) {
        return readings.isEmpty()
                ? Map.of()
                : Map.of(
                        Metric.MEMORY, most(readings, Reading::anonBytes),
                        Metric.FILES, most(readings, Reading::fileBytes),
                        Metric.PEAK, most(readings, Reading::peakBytes));
    }

    private static double most(List<Reading> readings, ToLongFunction<Reading> bytes) {
        return readings.stream().mapToLong(bytes).max().orElseThrow();
    }
}
