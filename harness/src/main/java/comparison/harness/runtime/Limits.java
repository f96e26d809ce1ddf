package comparison.harness.runtime;

import comparison.harness.probe.Meter;
import comparison.harness.raw.Invocation.AppliedLimits;
import java.util.List;

/** What every server and the database may use, as in the article, and the flags of every JVM that serves. */
final class Limits {

    static final int CPUS = 2;
    static final long MEMORY_BYTES = 1L << 30;
    static final List<String> JVM_FLAGS = List.of("-XX:+UseSerialGC", "-XX:MaxRAMPercentage=60");

    private Limits() {}

    /** Returns what the kernel says it applies to a process: the limits of its group, and its processors. */
    static AppliedLimits applied(Meter meter, long pid) {
        AppliedLimits group = meter.limits();
        return new AppliedLimits(
                group.cpus(),
                group.memoryBytes(),
                Processors.allowed(Long.toString(pid)).orElse(null));
    }
}
