package comparison.harness.raw;

import org.jspecify.annotations.Nullable;

/**
 * How one fresh start ended; {@code invocation.json}. What a run of schema 1 did not write is null.
 *
 * @param schemaVersion version of the JSON form
 * @param complete whether every phase was carried out
 * @param failure why not, one line
 * @param session number of the session that measured it: 1, and one more for each resumption
 * @param seconds the whole invocation took
 * @param startSeconds of it, from the order to start until the first right answer
 * @param loadSeconds of it, under load
 * @param restSeconds of it, in the pauses that the method asks for
 * @param limits what the kernel says it applies to the server
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

    /** An outcome without times. */
    public Invocation(boolean complete, @Nullable String failure) {
        this(SCHEMA_VERSION, complete, failure, null, null, null, null, null, null);
    }

    /** Returns the same as one of another session. */
    public Invocation inSession(@Nullable Integer other) {
        return new Invocation(
                schemaVersion, complete, failure, other, seconds, startSeconds, loadSeconds, restSeconds, limits);
    }

    /**
     * Read from the control group itself.
     *
     * @param cpus quota / period; null if there is none
     * @param memoryBytes null if there is none
     * @param cpuset list of processors, such as {@code 0-1}; null if it cannot be read
     */
    public record AppliedLimits(
            @Nullable Double cpus,
            @Nullable Long memoryBytes,
            @Nullable String cpuset) {}
}
