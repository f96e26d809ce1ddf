package comparison.harness.cli;

import comparison.harness.Fault;
import comparison.harness.process.Program;
import comparison.harness.record.Disk;
import comparison.harness.record.Environment;
import comparison.harness.runtime.Testbed;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Records the machine, the commit and the testbed, which a reader needs to judge the figures. */
public final class Surroundings {

    /** Stands for what cannot be read, such as the commit outside of a clone. */
    static final String UNKNOWN = "unknown";

    private static final long KIB = 1024;

    /** Fields of {@code /proc/cpuinfo} that tell processors apart: those of x86, then those of ARM. */
    private static final List<String> CPU_ID = List.of(
            "vendor_id",
            "cpu family",
            "model",
            "stepping",
            "CPU implementer",
            "CPU variant",
            "CPU part",
            "CPU revision");

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

    /** Describes machine, JDK, commit, load average and what is known of the processor in one line. */
    public static String described(Project project) {
        Environment.Machine machine = machine();
        String first = "%s, %d processors, %s, JDK %s, commit %s, load average before %.1f"
                .formatted(
                        machine.cpu(),
                        machine.cores(),
                        machine.kernel(),
                        System.getProperty("java.runtime.version"),
                        commit(project.path()),
                        loadAverage());
        return Stream.concat(Stream.of(first), machine.processor().stream()).collect(Collectors.joining("; "));
    }

    static Environment.Machine machine() {
        return machine(Path.of("/"));
    }

    /**
     * Describes this machine.
     *
     * @param root has {@code proc} and {@code sys}
     */
    static Environment.Machine machine(Path root) {
        Path cpus = root.resolve("sys/devices/system/cpu");
        return new Environment.Machine(
                cpu(root, "model name").orElse(System.getProperty("os.arch")),
                cpuId(root).orElse(null),
                threadsPerCore(cpus.resolve("cpu0/topology/thread_siblings")).orElse(null),
                cpu(root, "cpu MHz").map(Double::valueOf).orElse(null),
                vulnerabilities(cpus.resolve("vulnerabilities")).orElse(null),
                Runtime.getRuntime().availableProcessors(),
                memoryBytes(),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                Disk.field("/etc/os-release", "PRETTY_NAME=\"?([^\"]*)\"?").orElse(UNKNOWN));
    }

    private static Optional<String> cpu(Path root, String field) {
        return Disk.field(root.resolve("proc/cpuinfo").toString(), field + "\\s*: (.*)");
    }

    /** Returns each known field after its name, such as {@code AuthenticAMD family 25 model 17 stepping 1}. */
    private static Optional<String> cpuId(Path root) {
        return Optional.of(CPU_ID.stream()
                        .flatMap(field -> cpu(root, field).map(value -> field + " " + value).stream())
                        .collect(Collectors.joining(" "))
                        .replaceAll("vendor_id |(?i:cpu) ", ""))
                .filter(id -> !id.isEmpty());
    }

    /** Counts the bits of the mask of processors that share a core with the first one. */
    private static Optional<Integer> threadsPerCore(Path mask) {
        return Disk.lines(mask).stream()
                .findFirst()
                .map(words -> new BigInteger(words.replace(",", ""), 16).bitCount());
    }

    /** Reads a file per vulnerability, without those that do not affect the processor. */
    private static Optional<Map<String, String>> vulnerabilities(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            Map<String, String> all = new TreeMap<>();
            files.forEach(file -> Disk.lines(file).stream()
                    .filter(state -> !state.equals("Not affected"))
                    .findFirst()
                    .ifPresent(state -> all.put(file.getFileName().toString(), state)));
            return Optional.of(all);
        } catch (IOException absent) {
            return Optional.empty();
        }
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
