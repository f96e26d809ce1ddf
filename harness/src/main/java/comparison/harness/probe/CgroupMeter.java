package comparison.harness.probe;

import comparison.harness.record.Invocation.AppliedLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Reads the kernel's accounting of a control group of version 1 or 2. */
public final class CgroupMeter implements Meter {

    private final Path memory;
    private final Path cpu;
    private final boolean unified;

    private CgroupMeter(Path memory, Path cpu, boolean unified) {
        this.memory = memory;
        this.cpu = cpu;
        this.unified = unified;
    }

    /** Creates a meter of a group of version 2. */
    public static CgroupMeter v2(Path group) {
        return new CgroupMeter(group, group, true);
    }

    /**
     * Creates a meter of a group of version 1.
     *
     * @param memory its folder in the controller memory
     * @param cpuacct its folder in the controller cpuacct
     */
    public static CgroupMeter v1(Path memory, Path cpuacct) {
        return new CgroupMeter(memory, cpuacct, false);
    }

    @Override
    public Reading read() throws IOException {
        long now = Ticks.millis();
        String stat = Files.readString(memory.resolve("memory.stat"));
        // The kernel counts shared memory as files. But it cannot be reclaimed, and ZGC keeps its heap there.
        long shared = field(stat, unified ? "shmem" : "total_shmem");
        return unified
                ? new Reading(
                        now,
                        field(stat, "anon") + shared,
                        field(stat, "file") - shared,
                        peak("memory.peak", "memory.current"),
                        cpuV2())
                : new Reading(
                        now,
                        field(stat, "total_rss") + shared,
                        field(stat, "total_cache") - shared,
                        number(memory.resolve("memory.max_usage_in_bytes")),
                        number(cpu.resolve("cpuacct.usage")));
    }

    @Override
    public AppliedLimits limits() {
        return unified
                ? new AppliedLimits(quotaV2(), limit(memory.resolve("memory.max")), null)
                : new AppliedLimits(quotaV1(), limit(memory.resolve("memory.limit_in_bytes")), null);
    }

    private @Nullable Double quotaV2() {
        try {
            String[] max = Files.readString(cpu.resolve("cpu.max")).strip().split(" ", -1);
            return "max".equals(max[0]) ? null : Double.parseDouble(max[0]) / Double.parseDouble(max[1]);
        } catch (IOException e) {
            return null;
        }
    }

    private @Nullable Double quotaV1() {
        Path group = quotaGroupV1();
        Long quota = limit(group.resolve("cpu.cfs_quota_us"));
        Long period = limit(group.resolve("cpu.cfs_period_us"));
        return quota == null || period == null || quota < 0 ? null : (double) quota / period;
    }

    /**
     * Returns the folder of the quota. In version 1 it belongs to the controller cpu, which is mounted next to cpuacct
     * or together with it.
     */
    private Path quotaGroupV1() {
        return Path.of(cpu.toString().replace("/cpuacct/", "/cpu/"));
    }

    @Override
    public @Nullable Long throttledNanos() {
        try {
            return unified
                    ? TimeUnit.MICROSECONDS.toNanos(field(Files.readString(cpu.resolve("cpu.stat")), "throttled_usec"))
                    : field(Files.readString(quotaGroupV1().resolve("cpu.stat")), "throttled_time");
        } catch (IOException e) {
            return null;
        }
    }

    /**
     * Reads a limit, in the unit of its file; null without a limit, for which version 1 shows a number near the largest
     * possible one.
     */
    private static @Nullable Long limit(Path file) {
        try {
            long limit = number(file);
            return limit > Long.MAX_VALUE / 2 ? null : Long.valueOf(limit);
        } catch (IOException | NumberFormatException e) {
            return null;
        }
    }

    private long cpuV2() throws IOException {
        return TimeUnit.MICROSECONDS.toNanos(field(Files.readString(cpu.resolve("cpu.stat")), "usage_usec"));
    }

    /** Linux has had {@code memory.peak} since 5.19. In older kernels, the peak is the highest of our own readings. */
    private long peak(String name, String fallback) throws IOException {
        try {
            return number(memory.resolve(name));
        } catch (NoSuchFileException e) {
            return number(memory.resolve(fallback));
        }
    }

    private static long number(Path file) throws IOException {
        return Long.parseLong(Files.readString(file).strip());
    }

    private static long field(String stat, String name) throws IOException {
        return stat.lines()
                .filter(line -> line.startsWith(name + " "))
                .map(line -> Long.parseLong(line.substring(name.length() + 1)))
                .findFirst()
                .orElseThrow(() -> new IOException("no '" + name + "' among the counters of the control group"));
    }
}
