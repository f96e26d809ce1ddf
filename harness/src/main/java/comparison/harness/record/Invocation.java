package comparison.harness.record;

import org.jspecify.annotations.Nullable;

/**
 * The outcome of one fresh start; {@code invocation.json}. Unknown values are null.
 *
 * @param schemaVersion version of the JSON form
 * @param complete whether every phase was carried out
 * @param failure why not, in one line
 * @param session number of the session that measured it: 1, and one more for each resumption
 * @param seconds duration of the whole invocation
 * @param startSeconds part of it from the start command until the first correct response
 * @param loadSeconds part of it under load
 * @param restSeconds part of it in the pauses that the method requires
 * @param limits that the kernel reports for the server
 */
public record Invocation(
        int schemaVersion,
        boolean complete,
        @Nullable String failure,
        @Nullable Integer session,
        @Nullable Double seconds,
        @Nullable Double startSeconds,
        @Nullable Double loadSeconds,
        @Nullable Double restSeconds,
        @Nullable AppliedLimits limits) {

    /** The version that this program writes. */
    public static final int SCHEMA_VERSION = 2;

    /** Creates an outcome without times. */
    public Invocation(boolean complete, @Nullable String failure) {
        this(SCHEMA_VERSION, complete, failure, null, null, null, null, null, null);
    }

    /**
     * The limits, read from the control group itself.
     *
     * @param cpus quota / period; null without a quota
     * @param memoryBytes null without a limit
     * @param cpuset list of processors, such as {@code 0-1}; null if it cannot be read
     */
    public record AppliedLimits(
            @Nullable Double cpus,
            @Nullable Long memoryBytes,
            @Nullable String cpuset) {}
}
