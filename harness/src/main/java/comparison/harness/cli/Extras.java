package comparison.harness.cli;

import comparison.harness.record.Disk;
import comparison.harness.runtime.GraalVm;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Checks prerequisites that only some variants, simulations or profiles need. Each is one line; a missing one comes
 * with a fix and is not a failure.
 */
final class Extras {

    /**
     * Open files that {@code ladder-5000} needs. Each connection is an open file on both sides, and a JVM has other
     * files open, too.
     */
    private static final long OPEN_FILES = 12_000;

    private Extras() {}

    /**
     * Checks all prerequisites, one line each.
     *
     * @param noEngine why Docker's engine does not answer; empty if it does
     */
    static List<String> of(Path project, Optional<String> noEngine) {
        boolean root = "root".equals(System.getProperty("user.name"));
        return List.of(
                GraalVm.state(System.getenv("GRAALVM_HOME"), project, noEngine.isEmpty()),
                openFiles(mostOpenFiles()),
                perfEvents(paranoid(), root));
    }

    /**
     * Returns the maximum number of open files of this process; negative without a limit. A JVM raises it to the hard
     * limit, and its child processes inherit that.
     */
    private static long mostOpenFiles() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.UnixOperatingSystemMXBean unix
                ? unix.getMaxFileDescriptorCount()
                : -1;
    }

    /**
     * Describes whether the limit is sufficient.
     *
     * @param most maximum number of open files of a process; negative without a limit
     */
    static String openFiles(long most) {
        if (most < 0) {
            return "ok    open files: no limit";
        }
        return most >= OPEN_FILES
                ? "ok    open files: at most %d for each process".formatted(most)
                : "no    open files: at most %d for each process, and the simulation ladder-5000 needs %d; 'ulimit -n %d' before ./bench, and where that is refused, nofile in /etc/security/limits.conf as root"
                        .formatted(most, OPEN_FILES, OPEN_FILES);
    }

    private static Optional<Integer> paranoid() {
        return Disk.lines(Path.of("/proc/sys/kernel/perf_event_paranoid")).stream()
                .filter(line -> line.matches("-?\\d+"))
                .map(Integer::valueOf)
                .findFirst();
    }

    /**
     * Describes how CPU time can be sampled.
     *
     * @param paranoid the kernel's setting {@code perf_event_paranoid}; empty if it cannot be read
     * @param root whether the user is root, to whom the setting does not apply
     */
    static String perfEvents(Optional<Integer> paranoid, boolean root) {
        String timers =
                "so './bench profile' samples processor time by timers of the threads (ctimer), without kernel frames";
        if (paranoid.isEmpty()) {
            return "no    perf events: this kernel has none, %s; profile on Linux".formatted(timers);
        }
        int level = paranoid.get();
        if (root) {
            return "ok    perf events: for root, unless a container forbids them (kernel.perf_event_paranoid is %d)"
                    .formatted(level);
        }
        return level <= 1
                ? "ok    perf events: kernel.perf_event_paranoid is %d".formatted(level)
                : "no    perf events: kernel.perf_event_paranoid is %d, %s; 'sysctl kernel.perf_event_paranoid=1 kernel.kptr_restrict=0' as root"
                        .formatted(level, timers);
    }
}
