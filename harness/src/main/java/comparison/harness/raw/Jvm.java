package comparison.harness.raw;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counters of the server's JVM at one moment, from the file of performance counters that HotSpot maps; reading it costs
 * the server nothing. Which there are and what they count is said where they are read, in the probe.
 *
 * @param counters by name; those that this JVM has
 * @param missing why there are no counters; null if there are
 */
public record Jvm(
        @JsonAnySetter @JsonAnyGetter Map<String, @Nullable Double> counters,
        @Nullable String missing) {

    /** No counters. */
    public static Jvm missing(String why) {
        return new Jvm(Map.of(), why);
    }

    /** Returns a counter; null if this JVM does not have it. */
    public @Nullable Double counter(String name) {
        return counters.get(name);
    }
}
