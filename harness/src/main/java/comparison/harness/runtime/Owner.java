package comparison.harness.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * Whose a container, network, volume or control group is: a process of one boot of one host. Numbers of processes come again, so the time
 * at which the process started is a part of it.
 *
 * @param host name of the machine, or of the container that the owner runs in
 * @param boot id of its boot (random(4), {@code boot_id})
 * @param pid of the process
 * @param start of the process, in clock ticks since the boot (proc_pid_stat(5), field 22)
 */
record Owner(String host, String boot, long pid, String start) {

    private static final String LABEL = "comparison.owner.";
    private static final Path PROC = Path.of("/proc");
    /** Of field 22, in what follows the name of the program in its parentheses. */
    private static final int START = 19;

    /** This process. */
    static final Owner SELF = here(
            ProcessHandle.current().pid(), start(ProcessHandle.current().pid()).orElse(""));

    private static Owner here(long pid, String start) {
        return new Owner(kernel("hostname"), kernel("random/boot_id"), pid, start);
    }

    private static String kernel(String name) {
        try {
            return Files.readString(PROC.resolve("sys/kernel").resolve(name)).strip();
        } catch (IOException e) {
            return "";
        }
    }

    /** The name of the program may hold spaces and parentheses. */
    private static Optional<String> start(long pid) {
        try {
            String stat = Files.readString(PROC.resolve(Long.toString(pid)).resolve("stat"));
            return Optional.of(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[START]);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Returns what everything that this owner makes is labelled with. */
    Map<String, String> labels() {
        return Map.of(
                LABEL + "host", host, LABEL + "boot", boot, LABEL + "pid", Long.toString(pid), LABEL + "start", start);
    }

    /** Returns the label by which the engine finds what has an owner at all. */
    static String label() {
        return LABEL + "pid";
    }

    /** Reads the labels of what the engine has inspected: of a container in its configuration, else on top; nothing if they name no owner. */
    static Optional<Owner> of(JsonNode inspected) {
        JsonNode labels = inspected.path("Config").path("Labels").isObject()
                ? inspected.path("Config").path("Labels")
                : inspected.path("Labels");
        String pid = labels.path(LABEL + "pid").asString("");
        return pid.matches("\\d{1,9}")
                ? Optional.of(new Owner(
                        labels.path(LABEL + "host").asString(""),
                        labels.path(LABEL + "boot").asString(""),
                        Long.parseLong(pid),
                        labels.path(LABEL + "start").asString("")))
                : Optional.empty();
    }

    /** Returns what the name of everything that this owner makes begins with: no other has the same. */
    String name() {
        return "bench-%s-%s-%s".formatted(pid, start, place());
    }

    private String place() {
        return Integer.toHexString((host + boot).hashCode());
    }

    /** Returns whose a control group of this kernel is; nothing if its name was not made by {@link #name}. */
    static Optional<Owner> of(String group) {
        String[] parts = group.split("-", 5);
        if (parts.length != 5 || !parts[0].equals("bench") || !parts[1].matches("\\d{1,9}")) {
            return Optional.empty();
        }
        Owner owner = here(Long.parseLong(parts[1]), parts[2]);
        return owner.place().equals(parts[3]) ? Optional.of(owner) : Optional.empty();
    }

    /** Returns whether it has ended; never so of one on another host, which nobody here can know. */
    boolean dead() {
        return host.equals(SELF.host)
                && (!boot.equals(SELF.boot) || !start(pid).filter(start::equals).isPresent());
    }
}
