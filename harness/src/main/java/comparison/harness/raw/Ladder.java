package comparison.harness.raw;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The way to the highest rate that keeps a latency goal; {@code ladder/ladder.json}.
 *
 * @param schemaVersion version of the JSON form
 * @param goal such as {@code p99=50ms}
 * @param secondsPerStep how long each step sends
 * @param highestPerSecond the highest rate that kept the goal, in requests per second; null if not even the lowest did
 * @param ended why no higher one was tried
 * @param steps in the order in which they were taken
 */
public record Ladder(
        int schemaVersion,
        String goal,
        int secondsPerStep,
        @Nullable Double highestPerSecond,
        String ended,
        List<Step> steps) {

    /**
     * One rate.
     *
     * @param perSecond requests per second that were offered
     * @param samples how many were sent
     * @param errors how many of them failed
     * @param millis the goal's percentile as it was
     * @param missed why the goal was not kept; null if it was
     */
    public record Step(
            double perSecond,
            long samples,
            long errors,
            long millis,
            @Nullable String missed) {

        /** Returns whether the goal was kept. */
        public boolean kept() {
            return missed == null;
        }
    }
}
