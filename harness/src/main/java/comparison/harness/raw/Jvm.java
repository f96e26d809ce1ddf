package comparison.harness.raw;

import org.jspecify.annotations.Nullable;

/**
 * Counters of the server's JVM at one moment, from the file of performance counters that HotSpot maps; reading it costs
 * the server nothing. If {@code missing} is there, the figures are null; so is one that this JVM does not count.
 *
 * @param heapUsedBytes as the collector last counted it
 * @param heapCommittedBytes what the heap has of the system
 * @param nonHeapUsedBytes metaspace, compressed classes included
 * @param gcCount collections since the start, all collectors
 * @param gcMillis time in them
 * @param safepoints stops of all threads since the start, collections included
 * @param safepointMillis time in them
 * @param missing why there are no figures
 */
public record Jvm(
        @Nullable Long heapUsedBytes,
        @Nullable Long heapCommittedBytes,
        @Nullable Long nonHeapUsedBytes,
        @Nullable Long gcCount,
        @Nullable Double gcMillis,
        @Nullable Long safepoints,
        @Nullable Double safepointMillis,
        @Nullable String missing) {

    /** No figures. */
    public static Jvm missing(String why) {
        return new Jvm(null, null, null, null, null, null, null, why);
    }
}
