package comparison.harness.record;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonCreator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counters of the server's JVM at one moment, from the file of performance counters that HotSpot maps into memory and
 * from the kernel. Reading them costs the server nothing. The probe that reads them defines which counters there are and what they count.
 *
 * @param counters by name; only those that this JVM has
 * @param missing why the counters are missing; null if they are not
 */
public record Jvm(
        @JsonAnyGetter Map<String, @Nullable Double> counters,
        @Nullable String missing) {

    /** Reads the JSON form, in which the counters are fields like {@code missing}. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static Jvm read(Map<String, @Nullable Object> fields) {
        Map<String, @Nullable Double> counters = new LinkedHashMap<>();
        fields.forEach((name, value) -> {
            if (value instanceof Number counter) {
                counters.put(name, counter.doubleValue());
            }
        });
        return new Jvm(counters, fields.get("missing") instanceof String why ? why : null);
    }

    /** Creates a result without counters. */
    public static Jvm missing(String why) {
        return new Jvm(Map.of(), why);
    }

    /** Finds a counter; null if this JVM does not have it. */
    public @Nullable Double counter(String name) {
        return counters.get(name);
    }

    /**
     * Moves this moment back by what happened between two others, so that it can stand for their beginning: of two
     * windows, the time between them is left out. Counters that one of the three lacks are left out, too.
     */
    Jvm before(Jvm from, Jvm to) {
        Map<String, @Nullable Double> moved = new LinkedHashMap<>();
        counters.forEach((name, value) -> {
            Double begin = from.counter(name);
            Double end = to.counter(name);
            if (value != null && begin != null && end != null) {
                moved.put(name, value - (end - begin));
            }
        });
        return new Jvm(moved, missing);
    }
}
