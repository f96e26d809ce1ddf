package comparison.harness.runtime;

import comparison.harness.Fault;
import comparison.harness.Pause;
import comparison.harness.record.Disk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Removes what killed runs left behind. Everything that a run makes carries its {@link Owner}. */
public final class Leftovers {

    private static final int REMOVALS = 40;
    private static final Duration REMOVAL_PAUSE = Duration.ofMillis(250);
    private static final Path CGROUPS = Path.of("/sys/fs/cgroup");

    private Leftovers() {}

    /** Returns the prefix of the names of everything that this process makes. */
    public static String name() {
        return Owner.SELF.name();
    }

    /**
     * Removes containers, networks, volumes and control groups of runs of this machine whose process has ended. Ends
     * the processes in those groups. Objects without the owner of such a run stay, whatever their names are.
     *
     * @return the names of what was removed
     */
    public static List<String> remove() {
        List<String> removed = new ArrayList<>();
        try {
            if (Docker.obstacle().isEmpty()) {
                removed.addAll(removeFromEngine("container", "--force", "--volumes"));
                removed.addAll(removeFromEngine("network"));
                removed.addAll(removeFromEngine("volume"));
            }
        } finally {
            removed.addAll(removeControlGroups());
        }
        return removed;
    }

    private static List<String> removeFromEngine(String kind, String... flags) {
        List<String> removed = new ArrayList<>();
        for (JsonNode thing : Docker.labelled(kind, Owner.label())) {
            // Docker's names of containers begin with a slash.
            String name = thing.path("Name").asString().replaceFirst("^/", "");
            if (Owner.of(thing).filter(Owner::dead).isPresent()) {
                String[] command = Stream.of(Stream.of(kind, "rm"), Stream.of(flags), Stream.of(name))
                        .flatMap(words -> words)
                        .toArray(String[]::new);
                if (Docker.run(command).succeeded()) {
                    removed.add(kind + " " + name);
                }
            }
        }
        return removed;
    }

    private static boolean isLeft(Path group) {
        Optional<Owner> owner = Owner.of(group.getFileName().toString());
        return owner.filter(Owner::dead).isPresent();
    }

    private static List<String> removeControlGroups() {
        try (Stream<Path> folders = Files.find(CGROUPS, 6, (path, attributes) -> attributes.isDirectory())) {
            return folders.filter(Leftovers::isLeft)
                    .filter(Leftovers::removed)
                    .map(Path::toString)
                    .toList();
        } catch (IOException | UncheckedIOException | Fault e) {
            return List.of();
        }
    }

    /**
     * Ends the processes in a group, first with SIGTERM, after 5 s with SIGKILL. The kernel releases a group shortly
     * after its last process ends.
     */
    private static boolean removed(Path folder) {
        for (int i = 0; i < REMOVALS; i++) {
            boolean patient = i < REMOVALS / 2;
            processes(folder).forEach(patient ? ProcessHandle::destroy : ProcessHandle::destroyForcibly);
            try {
                Files.delete(folder);
                return true;
            } catch (IOException stillInUse) {
                Pause.of(REMOVAL_PAUSE);
            }
        }
        return false;
    }

    /** Lists the processes in a control group. */
    static Stream<ProcessHandle> processes(Path folder) {
        return Disk.lines(folder.resolve("cgroup.procs")).stream()
                .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)).stream());
    }
}
