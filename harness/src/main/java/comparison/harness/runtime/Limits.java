package comparison.harness.runtime;

import comparison.harness.probe.Meter;
import comparison.harness.raw.Invocation.AppliedLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What every server and the database may use, as in the article, and the flags of every JVM that serves. */
final class Limits {

    private static final String ALLOWED = "Cpus_allowed_list:";

    static final int CPUS = 2;
    static final long MEMORY_BYTES = 1L << 30;
    static final List<String> JVM_FLAGS = List.of("-XX:+UseSerialGC", "-XX:MaxRAMPercentage=60");

    private Limits() {}

    /** Returns what the kernel says it applies to a process: the limits of its group, and its processors. */
    static AppliedLimits applied(Meter meter, long pid) {
        AppliedLimits group = meter.limits();
        return new AppliedLimits(group.cpus(), group.memoryBytes(), processors(pid));
    }

    private static @Nullable String processors(long pid) {
        try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(pid), "status"))) {
            return lines.filter(line -> line.startsWith(ALLOWED))
                    .map(line -> line.substring(ALLOWED.length()).strip())
                    .findFirst()
                    .orElse(null);
        } catch (IOException | UncheckedIOException e) {
            return null;
        }
    }
}
