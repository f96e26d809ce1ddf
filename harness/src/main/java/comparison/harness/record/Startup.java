package comparison.harness.record;

import org.jspecify.annotations.Nullable;

/**
 * The time to the first answer of a fresh start; {@code startup/probe.json}.
 *
 * @param schemaVersion version of the JSON form
 * @param t0 where the clock starts: {@code spawn} or {@code State.StartedAt}
 * @param seconds from t0 to the first 200 of GET /person?limit=1
 * @param polls requests and connection attempts until then
 * @param engineSeconds what the container engine needed before t0; null without an engine
 * @param ownSeconds start-up time in the variant's own log; null if it logs none
 */
public record Startup(
        int schemaVersion,
        String t0,
        double seconds,
        int polls,
        @Nullable Double engineSeconds,
        @Nullable Double ownSeconds) {}
