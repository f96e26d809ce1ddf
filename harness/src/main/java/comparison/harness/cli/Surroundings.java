package comparison.harness.cli;

import comparison.harness.Fault;
import comparison.harness.process.Program;
import comparison.harness.record.Disk;
import comparison.harness.record.Environment;
import comparison.harness.runtime.Testbed;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Records the machine, the commit and the testbed, which a reader needs to judge the figures. */
public final class Surroundings {

    /** Stands for what cannot be read, such as the commit outside of a clone. */
    static final String UNKNOWN = "unknown";

    private static final long KIB = 1024;

    /** Git's pathspecs for all files except texts, results, tests and {@code .ci}. */
    private static final List<String> MAY_AFFECT_FIGURES =
            List.of("--", ".", ":!docs", ":!results", ":!*.md", ":!*/src/test/*", ":!.ci");

    private Surroundings() {}

    static Environment of(Testbed testbed, String reason, Project project) {
        Testbed.Facts facts = testbed.facts();
        return new Environment(
                Environment.SCHEMA_VERSION,
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                testbed.id(),
                reason,
                facts.limits(),
                facts.memorySource(),
                facts.jvm(),
                facts.jvmFlags(),
                facts.nativeFlags(),
                facts.client(),
                facts.database(),
                machine(),
                commit(project.path()),
                loadAverage(),
                facts.images(),
                facts.cpusets());
    }

    /** Describes machine, JDK, commit and load average in one line. */
    public static String described(Project project) {
        Environment.Machine machine = machine();
        return "%s, %d processors, %s, JDK %s, commit %s, load average before %.1f"
                .formatted(
                        machine.cpu(),
                        machine.cores(),
                        machine.kernel(),
                        System.getProperty("java.runtime.version"),
                        commit(project.path()),
                        loadAverage());
    }

    static Environment.Machine machine() {
        return new Environment.Machine(
                Disk.field("/proc/cpuinfo", "model name\\s*: (.*)").orElse(System.getProperty("os.arch")),
                Runtime.getRuntime().availableProcessors(),
                memoryBytes(),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                Disk.field("/etc/os-release", "PRETTY_NAME=\"?([^\"]*)\"?").orElse(UNKNOWN));
    }

    /** Returns the memory of the machine in bytes, 0 if unknown. */
    static long memoryBytes() {
        return Disk.field("/proc/meminfo", "MemTotal:\\s*(\\d+) kB")
                .map(kib -> Long.parseLong(kib) * KIB)
                .orElse(0L);
    }

    /**
     * Returns the short hash of the commit, followed by {@code -dirty} if files differ from it; {@code unknown} outside
     * of a clone. New files count, because builds take them too. Results and ignored files do not count.
     */
    static String commit(Path project) {
        String commit = git(project, "rev-parse", "--short=12", "HEAD");
        String changes = git(project, "status", "--porcelain", "--untracked-files=normal", "--", ".", ":!results");
        return commit.isEmpty() ? UNKNOWN : commit + (changes.isEmpty() ? "" : "-dirty");
    }

    /**
     * Returns the files that differ from a commit and may affect a figure: all except texts, results, tests and ignored
     * files. Empty if that commit is unknown in this clone.
     */
    static Optional<List<String>> changedSince(Path project, String commit) {
        if (git(project, "rev-parse", "--verify", "--quiet", commit + "^{commit}")
                .isEmpty()) {
            return Optional.empty();
        }
        Stream<String> changed = files(project, "diff", "--name-only", commit);
        Stream<String> added = files(project, "ls-files", "--others", "--exclude-standard");
        return Optional.of(Stream.concat(changed, added).toList());
    }

    private static Stream<String> files(Path project, String... listing) {
        String[] arguments =
                Stream.concat(Stream.of(listing), MAY_AFFECT_FIGURES.stream()).toArray(String[]::new);
        return git(project, arguments).lines();
    }

    /** Returns the load average of the last minute; negative if unknown. */
    static double loadAverage() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }

    private static String git(Path project, String... arguments) {
        String[] command = Stream.concat(Stream.of("git", "-C", project.toString()), Stream.of(arguments))
                .toArray(String[]::new);
        try {
            return Program.of(command).runWithoutErrors().output();
        } catch (Fault absent) {
            return "";
        }
    }
}
