package comparison.harness.record;

import org.jspecify.annotations.Nullable;

/**
 * The loads on the stub right before and right after a measured load; {@code stub.json} next to {@code load.json}.
 * Their work never changes, so their CPU time follows the speed of the machine.
 *
 * @param schemaVersion version of the JSON form
 * @param before the measured load
 * @param after the measured load
 */
public record Bracket(int schemaVersion, Stub before, Stub after) {

    /** The version that this program writes. */
    public static final int SCHEMA_VERSION = 1;

    /**
     * One load on the stub.
     *
     * @param seconds until the client was done
     * @param perSecond throughput
     * @param clientCpuMicrosPerRequest CPU time of the client; null if it cannot be read
     * @param stubCpuMicrosPerRequest CPU time of the stub; null if it cannot be read
     */
    public record Stub(
            double seconds,
            double perSecond,
            @Nullable Double clientCpuMicrosPerRequest,
            @Nullable Double stubCpuMicrosPerRequest) {}
}
