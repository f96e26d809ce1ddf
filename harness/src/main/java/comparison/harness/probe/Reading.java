package comparison.harness.probe;

import comparison.harness.metric.Metric;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;

/**
 * Memory and CPU time of one group of processes at one moment.
 *
 * @param atMillis time of the reading, in ms since the epoch
 * @param anonBytes anonymous and shared memory: heap, stacks and everything else that is not backed by a file
 * @param fileBytes pages of files, such as classes and libraries; shared with other processes and dropped under
 *     pressure
 * @param peakBytes peak of all memory since the start
 * @param cpuNanos CPU time since the start
 */
public record Reading(long atMillis, long anonBytes, long fileBytes, long peakBytes, long cpuNanos) {

    /** Format of its raw file. */
    public static final Series<Reading> SERIES = new Series<>(Reading.class);

    /** Returns the metrics of a server at rest, from the last reading; empty without a reading. */
    public static Map<Metric, Double> atRest(List<Reading> readings) {
        return readings.isEmpty()
                ? Map.of()
                : Map.of(
                        Metric.MEMORY_AT_REST, (double) readings.getLast().anonBytes(),
                        Metric.FILES_AT_REST, (double) readings.getLast().fileBytes());
    }

    /** Returns the metrics of a server under load, the maxima of the readings; empty without a reading. */
    public static Map<Metric, Double> underLoad(List<Reading> readings) {
        return readings.isEmpty()
                ? Map.of()
                : Map.of(
                        Metric.MEMORY, most(readings, Reading::anonBytes),
                        Metric.FILES, most(readings, Reading::fileBytes),
                        Metric.PEAK, most(readings, Reading::peakBytes));
    }

    /**
     * Returns the metric of a server that rests between the windows of its load, while others have theirs; empty if
     * there is only one.
     *
     * @param windows with the readings of each, in order
     */
    public static Map<Metric, Double> between(List<List<Reading>> windows) {
        long nanos = 0;
        long millis = 0;
        for (int i = 1; i < windows.size(); i++) {
            if (!windows.get(i - 1).isEmpty() && !windows.get(i).isEmpty()) {
                Reading last = windows.get(i - 1).getLast();
                Reading next = windows.get(i).getFirst();
                nanos += next.cpuNanos - last.cpuNanos;
                millis += next.atMillis - last.atMillis;
            }
        }
        return millis == 0 ? Map.of() : Map.of(Metric.RESTING, nanos / (double) TimeUnit.MILLISECONDS.toNanos(millis));
    }

    /** Returns it with another time; a negative number of milliseconds makes it earlier. */
    public Reading later(long millis) {
        return new Reading(atMillis + millis, anonBytes, fileBytes, peakBytes, cpuNanos);
    }

    private static double most(List<Reading> readings, ToLongFunction<Reading> bytes) {
        return readings.stream().mapToLong(bytes).max().orElseThrow();
    }
}
