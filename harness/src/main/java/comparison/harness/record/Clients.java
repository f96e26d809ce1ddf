package comparison.harness.record;

import java.util.List;

/**
 * What each of several clients sent in one load, and how simultaneously they began; {@code clients.json}.
 *
 * @param schemaVersion version of the JSON form
 * @param startSkewMillis time between the first requests of the first and of the last client, by what the harness heard
 *     of both: exact to the time that a line takes to it
 * @param clients in the order of {@code machines.yaml}
 */
public record Clients(int schemaVersion, double startSkewMillis, List<Part> clients) {

    /** The version that this program writes. */
    public static final int SCHEMA_VERSION = 1;

    /**
     * What one client sent.
     *
     * @param machine that it ran on
     * @param afterFirstMillis its first request, after that of the earliest client
     * @param sent its totals, with times of that client's clock
     */
    public record Part(String machine, double afterFirstMillis, Load.Sent sent) {}
}
