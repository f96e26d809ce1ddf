package comparison.harness.runtime;

import comparison.harness.record.Disk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * Identifies the process that owns a container, network, volume or control group. Process ids are reused, so the start
 * time of the process is part of the identity.
 *
 * @param machine digest of the machine's id, because names such as {@code ubuntu} are not unique; empty without one
 * @param host name of the machine, or of the container that the owner runs in
 * @param boot id of the machine's boot (random(4), {@code boot_id})
 * @param pid of the process
 * @param start of the process, in clock ticks since the boot (proc_pid_stat(5), field 22)
 */
record Owner(String machine, String host, String boot, long pid, String start) {

    private static final String LABEL = "comparison.owner.";
    private static final Path PROC = Path.of("/proc");
    private static final Path MACHINE_ID = Path.of("/etc/machine-id");
    /** Index of field 22, counted after the program's name in parentheses. */
    private static final int START = 19;

    /** This process as an owner. */
    static final Owner SELF = here(
            ProcessHandle.current().pid(), start(ProcessHandle.current().pid()).orElse(""));

    private static Owner here(long pid, String start) {
        return new Owner(machineDigest(), kernel("hostname"), kernel("random/boot_id"), pid, start);
    }

    /** Computes a digest, because the id itself is not for others' eyes (machine-id(5)). */
    private static String machineDigest() {
        return Files.isReadable(MACHINE_ID) ? Sha256.of(MACHINE_ID) : "";
    }

    private static String kernel(String name) {
        return String.join("", Disk.lines(PROC.resolve("sys/kernel").resolve(name)));
    }

    /**
     * Reads the start time of a process. The program's name may contain spaces and parentheses, so fields count from
     * the last parenthesis.
     */
    private static Optional<String> start(long pid) {
        return Disk.lines(PROC.resolve(Long.toString(pid)).resolve("stat")).stream()
                .map(stat -> stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[START])
                .findFirst();
    }

    /** Returns the labels of everything that this owner makes. */
    Map<String, String> labels() {
        return Map.of(
                LABEL + "machine",
                machine,
                LABEL + "host",
                host,
                LABEL + "boot",
                boot,
                LABEL + "pid",
                Long.toString(pid),
                LABEL + "start",
                start);
    }

    /** Returns the name of a label that everything with an owner has. */
    static String label() {
        return LABEL + "pid";
    }

    /**
     * Reads the owner from the labels of an inspected object. Containers have their labels below {@code Config}, other
     * objects on the top level.
     *
     * @return empty if the labels name no owner
     */
    static Optional<Owner> of(JsonNode inspected) {
        JsonNode labels = inspected.path("Config").path("Labels").isObject()
                ? inspected.path("Config").path("Labels")
                : inspected.path("Labels");
        String pid = labels.path(LABEL + "pid").asString("");
        return pid.matches("\\d{1,9}")
                ? Optional.of(new Owner(
                        labels.path(LABEL + "machine").asString(""),
                        labels.path(LABEL + "host").asString(""),
                        labels.path(LABEL + "boot").asString(""),
                        Long.parseLong(pid),
                        labels.path(LABEL + "start").asString("")))
                : Optional.empty();
    }

    /** Returns a prefix for names, which is unique to this owner. */
    String name() {
        return "bench-%s-%s-%s".formatted(pid, start, place());
    }

    private String place() {
        return Integer.toHexString((host + boot).hashCode());
    }

    /**
     * Returns the owner of a control group; empty if its name does not start with the {@link #name} of an owner on this
     * host.
     */
    static Optional<Owner> of(String group) {
        String[] parts = group.split("-", 5);
        if (parts.length != 5 || !parts[0].equals("bench") || !parts[1].matches("\\d{1,9}")) {
            return Optional.empty();
        }
        Owner owner = here(Long.parseLong(parts[1]), parts[2]);
        return owner.place().equals(parts[3]) ? Optional.of(owner) : Optional.empty();
    }

    /** Returns whether the owner has ended. Always false on another machine, whose processes are not visible here. */
    boolean dead() {
        return machine.equals(SELF.machine)
                && host.equals(SELF.host)
                && (!boot.equals(SELF.boot) || !start(pid).filter(start::equals).isPresent());
    }
}
