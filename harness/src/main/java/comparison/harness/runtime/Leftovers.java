package comparison.harness.runtime;

import comparison.harness.Fault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What a run that was killed could not remove. Everything is named after the process that made it, so that it can be told. */
public final class Leftovers {

    private static final Pattern NAME = Pattern.compile("bench-(?:trial-)?(\\d+)\\b.*");
    private static final int REMOVALS = 40;
    private static final int REMOVAL_PAUSE_MILLIS = 250;
    private static final Path CGROUPS = Path.of("/sys/fs/cgroup");

    private Leftovers() {}

    /** Returns what the name of everything that this process makes begins with. */
    public static String name() {
        return "bench-" + ProcessHandle.current().pid();
    }

    /**
     * Removes containers, networks, volumes and control groups of runs whose process is gone, ends the processes in those
     * groups, and returns the names of what was removed.
     */
    public static List<String> remove() {
        List<String> removed = new ArrayList<>();
        try {
            if (Docker.obstacle().isEmpty()) {
                removed.addAll(removeFromEngine(
                        "container", List.of("ls", "--all", "--format", "{{.Names}}"), "--force", "--volumes"));
                removed.addAll(removeFromEngine("network", List.of("ls", "--format", "{{.Name}}")));
                removed.addAll(removeFromEngine("volume", List.of("ls", "--format", "{{.Name}}")));
            }
        } finally {
            removed.addAll(removeControlGroups());
        }
        return removed;
    }

    private static List<String> removeFromEngine(String kind, List<String> list, String... flags) {
        List<String> left = Command.captured(command(kind, list), Map.of())
                .output()
                .lines()
                .filter(Leftovers::isLeft)
                .toList();
        for (String name : left) {
            List<String> arguments = new ArrayList<>(List.of("rm"));
            arguments.addAll(List.of(flags));
            arguments.add(name);
            Command.captured(command(kind, arguments), Map.of());
        }
        return left.stream().map(name -> kind + " " + name).toList();
    }

    private static List<String> command(String kind, List<String> arguments) {
        return Stream.concat(Stream.of("docker", kind), arguments.stream()).toList();
    }

    static boolean isLeft(String name) {
        Matcher matcher = NAME.matcher(name);
        return matcher.matches()
                && ProcessHandle.of(Long.parseLong(matcher.group(1))).isEmpty();
    }

    private static List<String> removeControlGroups() {
        try (Stream<Path> folders = Files.find(CGROUPS, 6, (path, attributes) -> attributes.isDirectory())) {
            return folders.filter(folder -> isLeft(folder.getFileName().toString()))
                    .filter(Leftovers::removed)
                    .map(Path::toString)
                    .toList();
        } catch (IOException | UncheckedIOException | Fault e) {
            return List.of();
        }
    }

    /** What still runs in it is ended, first by request; the kernel lets go of a group a moment after its last process. */
    private static boolean removed(Path folder) {
        for (int i = 0; i < REMOVALS; i++) {
            boolean patient = i < REMOVALS / 2;
            processes(folder).forEach(patient ? ProcessHandle::destroy : ProcessHandle::destroyForcibly);
            try {
                Files.delete(folder);
                return true;
            } catch (IOException stillInUse) {
                pause();
            }
        }
        return false;
    }

    private static List<ProcessHandle> processes(Path folder) {
        try {
            return Files.readAllLines(folder.resolve("cgroup.procs")).stream()
                    .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)).stream())
                    .toList();
        } catch (IOException removedMeanwhile) {
            return List.of();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(REMOVAL_PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Fault.broken("The removal was interrupted.", e);
        }
    }
}
