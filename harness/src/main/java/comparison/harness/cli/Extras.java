package comparison.harness.cli;

import comparison.harness.profile.Capture;
import comparison.harness.runtime.GraalVm;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What this machine has of that which only some variants, simulations and profiles need, a line each. What is missing has its cure
 * behind it and is no failure.
 */
final class Extras {

    /** What {@code ladder-5000} needs: a connection is an open file on both sides, and a JVM has others. */
    private static final long OPEN_FILES = 12_000;

    private static final String BUILDER = "GRAALVM_IMAGE=";

    private Extras() {}

    /**
     * Looks at all of them.
     *
     * @param noEngine why no engine of containers answers; empty if one does
     */
    static List<String> of(Path project, Optional<String> noEngine) {
        boolean root = "root".equals(System.getProperty("user.name"));
        return List.of(
                packagingNative(project, System.getenv("GRAALVM_HOME"), noEngine),
                openFiles(mostOpenFiles()),
                perfEvents(paranoid(), root),
                packets(Capture.tcpdump(), root));
    }

    private static String packagingNative(Path project, @Nullable String home, Optional<String> noEngine) {
        return builder(project)
                .map(image -> builder(image, noEngine.isEmpty() ? isHere(image) : Optional.empty()))
                .orElseGet(() -> GraalVm.state(home, project));
    }

    /** Returns the image that .env names for making native images. */
    static Optional<String> builder(Path project) {
        try {
            return Files.readAllLines(project.resolve(".env")).stream()
                    .filter(line -> line.startsWith(BUILDER))
                    .map(line ->
                            line.substring(BUILDER.length()).replace("\"", "").strip())
                    .filter(image -> !image.isEmpty())
                    .reduce((_, last) -> last);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /**
     * Says what is known of it.
     *
     * @param here whether this machine has it; empty if nobody could be asked
     */
    static String builder(String image, Optional<Boolean> here) {
        return here.map(there -> there
                        ? "ok    packaging native: builder image %s (.env): present".formatted(image)
                        : "no    packaging native: builder image %s (.env): named, not pulled; the next build of a native image pulls it, and one of localhost/ is made by 'GRAALVM_HOME=... ./bench images --from-debian'"
                                .formatted(image))
                .orElseGet(() ->
                        "no    packaging native: builder image %s (.env): named; whether it is present is not known, because no engine of containers answers"
                                .formatted(image));
    }

    private static Optional<Boolean> isHere(String image) {
        try {
            Process docker = new ProcessBuilder("docker", "image", "inspect", "--format", "{{.Id}}", image)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            boolean ended = docker.waitFor(20, TimeUnit.SECONDS);
            docker.destroy();
            return ended ? Optional.of(docker.exitValue() == 0) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** A JVM raises its limit to the hard one, and so gives that to what it starts; negative if there is none. */
    private static long mostOpenFiles() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.UnixOperatingSystemMXBean unix
                ? unix.getMaxFileDescriptorCount()
                : -1;
    }

    /**
     * Says whether it is enough.
     *
     * @param most open files of a process; negative if there is no limit
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
        try {
            return Optional.of(Integer.parseInt(Files.readString(Path.of("/proc/sys/kernel/perf_event_paranoid"))
                    .strip()));
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    /**
     * Says how processor time can be sampled.
     *
     * @param paranoid the kernel's setting of that name; empty if it has none
     * @param root whether this is root, whom the setting does not concern
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

    /**
     * Says whether packets can be captured.
     *
     * @param tcpdump where it is, if it is there
     * @param root whether this is root, who may capture
     */
    static String packets(Optional<Path> tcpdump, boolean root) {
        return tcpdump.map(program -> "ok    packets: %s%s"
                        .formatted(
                                program,
                                root
                                        ? ""
                                        : ", if it may: else 'setcap cap_net_raw,cap_net_admin=eip %s' as root"
                                                .formatted(program)))
                .orElse(
                        "no    packets: there is no tcpdump, so './bench profile --capture' captures none; install Debian's package tcpdump");
    }
}
