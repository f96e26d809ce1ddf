package comparison.harness.record;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The windows of load before the measured warm load; {@code steady/steady.json}.
 *
 * @param schemaVersion version of the JSON form
 * @param criterion in words, with its source
 * @param reached whether it was met within a minute of load
 * @param secondsToSteady time under load from the first request to the start of the first steady window; earlier loads
 *     are included, pauses are not, though compilers work in them; null if not reached
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
     * @param cpuMicrosPerRequest CPU time of the server; null if it cannot be read
     * @param jitShare CPU time of the JIT compilers / CPU time of the server; null without a JIT compiler
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
