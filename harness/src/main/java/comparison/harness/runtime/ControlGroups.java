package comparison.harness.runtime;

import comparison.harness.Fault;
import comparison.harness.plan.Limits;
import comparison.harness.probe.CgroupMeter;
import comparison.harness.probe.Meter;
import comparison.harness.process.Program;
import comparison.harness.record.Disk;
import comparison.harness.runtime.Processors.Party;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Limits processes with the kernel's control groups, version 1 or 2. New groups are created below this process's group
 * or, if that is forbidden, further up. Permissions differ between distributions and containers, so they are determined
 * by trying.
 */
final class ControlGroups implements Confinement {

    private static final Path MOUNT = Path.of("/sys/fs/cgroup");
    private static final int PERIOD_MICROS = 100_000;

    /** Shell script that moves itself into each group named before "--", then executes the command after it. */
    private static final String ENTER =
            "while [ \"$1\" != -- ]; do echo $$ > \"$1/cgroup.procs\" || exit 125; shift; done; shift; exec \"$@\"";

    /** Folders below which groups can be created: one in version 2, one per controller in version 1. */
    private final List<Path> parents;

    private final boolean unified;
    private final Processors processors;
    private final Limits limits;

    ControlGroups(List<Path> parents, boolean unified, Processors processors, Limits limits) {
        this.parents = parents;
        this.unified = unified;
        this.processors = processors;
        this.limits = limits;
    }

    /** Returns a way to create groups here; empty if this user is not permitted to. */
    static Optional<ControlGroups> available(Processors processors, Limits limits) {
        return Stream.concat(version1(processors, limits), version2(processors, limits))
                .filter(ControlGroups::works)
                .findFirst();
    }

    private static Stream<ControlGroups> version1(Processors processors, Limits limits) {
        List<String> controllers = List.of("memory", "cpu", "cpuacct");
        if (!controllers.stream().allMatch(c -> Files.isDirectory(MOUNT.resolve(c)))) {
            return Stream.empty();
        }
        List<Path> own = controllers.stream().map(ControlGroups::ownFolder).toList();
        List<Path> roots = controllers.stream().map(MOUNT::resolve).toList();
        return Stream.of(own, roots).map(folders -> new ControlGroups(folders, false, processors, limits));
    }

    private static Stream<ControlGroups> version2(Processors processors, Limits limits) {
        if (!Files.isRegularFile(MOUNT.resolve("cgroup.controllers"))) {
            return Stream.empty();
        }
        return Stream.iterate(ownFolder(""), f -> f != null && f.startsWith(MOUNT), Path::getParent)
                .map(folder -> new ControlGroups(List.of(folder), true, processors, limits));
    }

    /** Returns the folder of this process's group, or the mount point if that folder is not visible here. */
    private static Path ownFolder(String controller) {
        return folder("self", controller).orElse(MOUNT.resolve(controller));
    }

    /**
     * Returns the folder of a process's group; empty if it is not visible here.
     *
     * @param controller name of a version 1 controller; empty for version 2
     */
    static Optional<Path> folder(String pid, String controller) {
        return folder(Disk.lines(Path.of("/proc", pid, "cgroup")), MOUNT, controller);
    }

    /**
     * Does the same for the lines of a process's {@code cgroup} file.
     *
     * @param mount where control groups are mounted
     */
    static Optional<Path> folder(List<String> lines, Path mount, String controller) {
        return lines.stream()
                .map(line -> line.split(":", 3))
                .filter(parts -> List.of(parts[1].split(",")).contains(controller))
                .map(parts -> mount.resolve(controller).resolve(parts[2].substring(1)))
                .filter(folder -> Files.isRegularFile(folder.resolve("cgroup.procs")))
                .findFirst();
    }

    /** Tries it: creates a group with a server's limits, runs a command in it, and removes it. */
    private boolean works() {
        try (Box box = box(Owner.SELF.name() + "-trial", Party.SERVER)) {
            boolean entered = new Program(box.command(List.of("true"))).run().succeeded();
            box.meter(ProcessHandle.current()).read();
            return entered;
        } catch (IOException | Fault e) {
            return false;
        }
    }

    @Override
    public Box box(String name, Party party) {
        List<Path> folders =
                parents.stream().map(parent -> parent.resolve(name)).distinct().toList();
        folders.forEach(ControlGroups::removeEarlier);
        Group group = new Group(folders, unified, new Pinning(processors.of(party)));
        try {
            for (Path folder : folders) {
                Files.createDirectories(folder);
            }
            if (party.limited() && limits != Limits.NONE) {
                limit(folders, unified);
            }
            return group;
        } catch (IOException e) {
            group.close();
            throw Fault.broken("The control group %s cannot be made: %s.".formatted(folders, e));
        }
    }

    /**
     * Removes a group of the same name that {@link Group#close} failed to remove. If it were used again, its processes
     * would share the limits of the next start, and its peak and its OOM kills would be reported as those of that
     * start.
     */
    private static void removeEarlier(Path folder) {
        try {
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            throw Fault.ofTheRun(
                    "The control group %s of an earlier start still has processes. End those that its cgroup.procs lists, then continue with --resume."
                            .formatted(folder),
                    e);
        }
    }

    static void limit(List<Path> folders, boolean unified) throws IOException {
        String memory = Long.toString(Limits.MEMORY_BYTES);
        int quota = Limits.CPUS * PERIOD_MICROS;
        if (unified) {
            Files.writeString(folders.get(0).resolve("memory.max"), memory);
            limitSwap(folders.get(0).resolve("memory.swap.max"), "0");
            Files.writeString(folders.get(0).resolve("cpu.max"), quota + " " + PERIOD_MICROS);
        } else {
            Files.writeString(folders.get(0).resolve("memory.limit_in_bytes"), memory);
            limitSwap(folders.get(0).resolve("memory.memsw.limit_in_bytes"), memory);
            Files.writeString(folders.get(1).resolve("cpu.cfs_period_us"), Integer.toString(PERIOD_MICROS));
            Files.writeString(folders.get(1).resolve("cpu.cfs_quota_us"), Integer.toString(quota));
        }
    }

    /** Forbids swap, as compose.yaml does. A kernel that does not account for swap lacks the file. */
    private static void limitSwap(Path file, String bytes) throws IOException {
        if (Files.exists(file)) {
            Files.writeString(file, bytes);
        }
    }

    @Override
    public Facts facts() {
        String version = "control groups v" + (unified ? 2 : 1);
        String applied = "%s: %d CPUs, %d MiB of memory".formatted(version, Limits.CPUS, Limits.MEMORY_BYTES >> 20);
        return new Facts(applied, applied, version + " of the processes", List.of());
    }

    @Override
    public Processors processors() {
        return processors;
    }

    private record Group(List<Path> folders, boolean unified, Pinning pinning) implements Box {

        private static final int REMOVALS = 100;
        private static final int PATIENT_REMOVALS = 20;
        private static final int REMOVAL_PAUSE_MILLIS = 50;

        @Override
        public List<String> command(List<String> command) {
            List<String> all = new ArrayList<>(List.of("sh", "-c", ENTER, "sh"));
            folders.forEach(folder -> all.add(folder.toString()));
            all.add("--");
            all.addAll(pinning.command(command));
            return all;
        }

        @Override
        public void adopt(ProcessHandle process) {
            Stream.concat(Stream.of(process), process.descendants()).forEach(inside -> {
                move(inside);
                pinning.adopt(inside);
            });
        }

        private void move(ProcessHandle process) {
            for (Path folder : folders) {
                try {
                    Files.writeString(folder.resolve("cgroup.procs"), Long.toString(process.pid()));
                } catch (IOException e) {
                    if (process.isAlive()) {
                        throw Fault.broken("Process %d cannot be moved to %s: %s."
                                .formatted(process.pid(), folder, e.getMessage()));
                    }
                }
            }
        }

        @Override
        public Meter meter(ProcessHandle process) {
            return unified
                    ? CgroupMeter.v2(folders.get(0))
                    : CgroupMeter.v1(folders.get(0), folders.get(folders.size() - 1));
        }

        @Override
        public boolean outOfMemory() {
            Path events = folders.get(0).resolve(unified ? "memory.events" : "memory.oom_control");
            return Disk.lines(events).stream().anyMatch(line -> line.matches("oom_kill [1-9]\\d*"));
        }

        /**
         * Removes the groups. The kernel releases a group shortly after its last process ends, so this retries for 5 s.
         * After the first second, it ends processes that left the tree of their server, such as a daemon.
         */
        @Override
        public void close() {
            for (int i = 0; i < REMOVALS && !folders.stream().allMatch(Group::removed); i++) {
                if (i >= PATIENT_REMOVALS) {
                    folders.stream().flatMap(Leftovers::processes).forEach(ProcessHandle::destroyForcibly);
                }
                try {
                    Thread.sleep(REMOVAL_PAUSE_MILLIS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        }

        private static boolean removed(Path folder) {
            try {
                Files.deleteIfExists(folder);
                return true;
            } catch (IOException e) {
                return false;
            }
        }
    }
}
