package comparison.harness.raw;

import org.jspecify.annotations.Nullable;

/**
 * The first answer of a fresh start; {@code startup/probe.json}.
 *
 * @param schemaVersion version of the JSON form
 * @param t0 what the clock starts at: {@code spawn} or {@code State.StartedAt}
 * @param seconds from t0 to the first 200 of GET /person?limit=1
 * @param polls requests and connection attempts until then
 * @param engineSeconds what the container engine needed before t0, if there is one
 * @param ownSeconds what the variant says about itself in its log, if it does
 */
public record Startup(
        int schemaVersion,
        String t0,
        double seconds,
        int polls,
        @Nullable Double engineSeconds,
        @Nullable Double ownSeconds) {}
