package comparison.harness.record;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import java.io.Serializable;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counters of the server's JVM at one moment, from the file of performance counters that HotSpot maps into memory.
 * Reading it costs the server nothing. The probe that reads them defines which counters there are and what they count.
 *
 * @param counters by name; only those that this JVM has
 * @param missing why the counters are missing; null if they are not
 */
public record Jvm(
        @JsonAnySetter @JsonAnyGetter Map<String, @Nullable Double> counters,
        @Nullable String missing) implements Serializable {

    /** Creates a result without counters. */
    public static Jvm missing(String why) {
        return new Jvm(Map.of(), why);
    }

    /** Finds a counter; null if this JVM does not have it. */
    public @Nullable Double counter(String name) {
        return counters.get(name);
    }
}
