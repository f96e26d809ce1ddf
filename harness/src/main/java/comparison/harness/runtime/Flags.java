package comparison.harness.runtime;

import comparison.harness.plan.Limits;
import comparison.harness.plan.Variant;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Combines the flags of a variant's JVM. */
final class Flags {

    private static final Pattern COLLECTOR = Pattern.compile("-XX:\\+Use\\w+GC");

    /** Flags of every server's JVM. The percentage refers to the memory that the JVM sees, with or without limits. */
    static final List<String> COMMON = List.of("-XX:+UseSerialGC", "-XX:MaxRAMPercentage=60");

    private Flags() {}

    /** Returns flags that tell a JVM the limits where no control group does; empty without limits. */
    static List<String> of(Limits limits) {
        return limits == Limits.NONE
                ? List.of()
                : List.of("-XX:MaxRAM=" + Limits.MEMORY_BYTES, "-XX:ActiveProcessorCount=" + Limits.CPUS);
    }

    /**
     * Returns the common flags, then those of the variant. A JVM accepts only one collector, so the variant's collector
     * replaces the common one.
     */
    static List<String> of(Variant variant, List<String> common) {
        boolean collector = variant.flags().stream()
                .anyMatch(flag -> COLLECTOR.matcher(flag).matches());
        Stream<String> kept = common.stream()
                .filter(flag -> !collector || !COLLECTOR.matcher(flag).matches());
        return Stream.concat(kept, variant.flags().stream()).toList();
    }
}
