package comparison.harness.probe;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
    public static Map<String, Double> atRest(List<Reading> readings) {
        return readings.isEmpty()
                ? Map.of()
                : new TreeMap<>(Map.of(
                        "memory.atRest.anonBytes", (double) readings.getLast().anonBytes(),
                        "memory.atRest.fileBytes", (double) readings.getLast().fileBytes()));
    }

    /** Returns the metrics of a server under load: the most that it held; none without a reading. */
    public static Map<String, Double> underLoad(List<Reading> readings) {
        return readings.isEmpty()
                ? Map.of()
                : new TreeMap<>(Map.of(
                        "memory.underLoad.anonBytes", most(readings, Reading::anonBytes),
                        "memory.underLoad.fileBytes", most(readings, Reading::fileBytes),
                        "memory.underLoad.peakBytes", most(readings, Reading::peakBytes)));
    }

    private static double most(List<Reading> readings, ToLongFunction<Reading> bytes) {
        return readings.stream().mapToLong(bytes).max().orElseThrow();
    }
}
