package comparison.harness.raw;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The windows of load between the cold load and the measured warm one, in the warm mode {@code steady};
 * {@code steady/steady.json}.
 *
 * @param schemaVersion version of the JSON form
 * @param criterion in words, with its source
 * @param reached whether it was met before the maximum number of windows
 * @param secondsToSteady load time from the first request to the start of the first window of the stable ones; the cold
 *     load is included, pauses are not; null if not reached
 * @param windows in order
 */
public record Steady(
        int schemaVersion,
        String criterion,
        boolean reached,
        @Nullable Double secondsToSteady,
        List<Window> windows) {

    /**
     * One window.
     *
     * @param startMillis start of its first sample, ms since the epoch
     * @param millis from there to the end of its last sample
     * @param samples requests
     * @param errors among them
     * @param perSecond throughput
     * @param variation coefficient of variation of this and the windows before it that the criterion looks at
     */
    public record Window(
            long startMillis,
            long millis,
            long samples,
            long errors,
            double perSecond,
            @Nullable Double variation) {}
}
