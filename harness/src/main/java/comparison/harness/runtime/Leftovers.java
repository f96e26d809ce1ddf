package comparison.harness.runtime;

import comparison.harness.Fault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** What a run that was killed could not remove. All that a run makes says whose it is, see {@link Owner}. */
public final class Leftovers {

    private static final int REMOVALS = 40;
    private static final int REMOVAL_PAUSE_MILLIS = 250;
    private static final Path CGROUPS = Path.of("/sys/fs/cgroup");

    private Leftovers() {}

    /** Returns what the name of everything that this process makes begins with. */
    public static String name() {
        return Owner.SELF.name();
    }

    /**
     * Removes containers, networks, volumes and control groups of runs of this machine whose process is gone, ends the processes in those
     * groups, and returns the names of what was removed. What others have made is left alone, whatever its name is.
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
            // Networks have ids and names, volumes names only; a container's name begins with a slash.
            String name = thing.path("Name").asString().replaceFirst("^/", "");
            if (Owner.of(thing).filter(Owner::dead).isPresent()) {
                Docker.run(Stream.of(Stream.of(kind, "rm"), Stream.of(flags), Stream.of(name))
                        .flatMap(words -> words)
                        .toArray(String[]::new));
                removed.add(kind + " " + name);
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
