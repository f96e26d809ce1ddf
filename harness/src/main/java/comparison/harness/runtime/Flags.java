package comparison.harness.runtime;

import comparison.harness.plan.Variant;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Puts together the flags of a variant's JVM. */
final class Flags {

    private static final Pattern COLLECTOR = Pattern.compile("-XX:\\+Use\\w+GC");

    /** What every JVM that serves is given, within limits and without: the share is of what the JVM sees as memory. */
    static final List<String> COMMON = List.of("-XX:+UseSerialGC", "-XX:MaxRAMPercentage=60");

    private Flags() {}

    /** Returns the common flags and then the variant's own; a JVM refuses two collectors, so its own replaces the common one. */
    static List<String> of(Variant variant, List<String> common) {
        boolean collector = variant.flags().stream()
                .anyMatch(flag -> COLLECTOR.matcher(flag).matches());
        Stream<String> kept = common.stream()
                .filter(flag -> !collector || !COLLECTOR.matcher(flag).matches());
        return Stream.concat(kept, variant.flags().stream()).toList();
    }
}
