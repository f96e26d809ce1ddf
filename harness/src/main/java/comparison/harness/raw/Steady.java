package comparison.harness.raw;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The windows of load before the measured warm one; {@code steady/steady.json}.
 *
 * @param schemaVersion version of the JSON form
 * @param criterion in words, with its source
 * @param reached whether it was met within a minute of load
 * @param secondsToSteady load time from the first request to the start of the first window of the stable ones; earlier
 *     loads are included, pauses are not; null if not reached
 * @param windows in order
 */
public record Steady(
        int schemaVersion,
        String criterion,
        boolean reached,
        @Nullable Double secondsToSteady,
        List<Window> windows) {

    /** The version of the JSON form that this program writes. */
    public static final int SCHEMA_VERSION = 2;

    /**
     * One window.
     *
     * @param startMillis start of its first sample, ms since the epoch
     * @param millis from there to the end of its last sample
     * @param samples requests
     * @param errors among them
     * @param perSecond throughput
     * @param cpuMicrosPerRequest of the server; null where it cannot be read
     * @param jitShare time that the JIT compilers worked / processor time of the server; null without a JIT compiler
     */
    public record Window(
            long startMillis,
            long millis,
            long samples,
            long errors,
            double perSecond,
            @Nullable Double cpuMicrosPerRequest,
            @Nullable Double jitShare) {}
}
