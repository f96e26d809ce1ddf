package comparison.harness.runtime;

import comparison.harness.Fault;
import comparison.harness.machine.Machine;
import comparison.harness.process.Logs;
import comparison.harness.process.Program;
import comparison.harness.process.Program.Ended;
import comparison.harness.record.Disk;
import comparison.harness.record.Environment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Calls Docker's command line for the engine of one machine. Immutable. */
record Host(Machine machine) {

    /** The engine of this machine. */
    static final Host HERE = new Host(Machine.HERE);

    private static final String CURE =
            "Start it ('systemctl start docker'), check that this user may use it ('docker info'), or measure with --runtime process.";

    /** Long enough for a native image over a slow link. */
    private static final Duration TRANSFER_LIMIT = Duration.ofMinutes(30);

    /** Returns why no engine can be used here; empty if one can. */
    static Optional<String> obstacle() {
        if (!"Linux".equals(System.getProperty("os.name"))) {
            return Optional.of(
                    "containers are measured on Linux only, where their addresses and counters can be reached");
        }
        try {
            Ended info = HERE.run("info", "--format", "{{.ServerVersion}}");
            if (!info.succeeded()) {
                return Optional.of("Docker's engine does not answer (%s). %s".formatted(last(info.output()), CURE));
            }
            return HERE.run("compose", "version", "--short").succeeded()
                    ? Optional.empty()
                    : Optional.of("'docker compose' is missing. Install the plugin docker-compose-v2.");
        } catch (Fault e) {
            return Optional.of("there is no 'docker' on the PATH");
        }
    }

    /**
     * Returns Docker's JSON description of an object; empty if the engine does not have it. Pulls nothing.
     *
     * @param kind {@code container}, {@code image}, {@code network} or {@code volume}
     * @throws Fault if it is the engine of a far machine and does not answer
     */
    Optional<JsonNode> inspect(String kind, String name) {
        Ended found = run(kind, "inspect", name);
        if (!found.succeeded() && machine.far() && !found.output().contains("No such")) {
            throw unreached(found);
        }
        return found.succeeded()
                ? Optional.of(JsonMapper.shared().readTree(found.output()).path(0))
                : Optional.empty();
    }

    /** Returns descriptions of all objects of a kind that have a label; for kinds see {@link #inspect}. */
    List<JsonNode> labelled(String kind, String label) {
        List<String> list = new ArrayList<>(List.of(kind, "ls", "--quiet", "--filter", "label=" + label));
        if (kind.equals("container")) {
            list.add("--all");
        }
        Ended listed = run(list.toArray(String[]::new));
        if (!listed.succeeded() && machine.far()) {
            throw unreached(listed);
        }
        return listed.output().lines().flatMap(id -> inspect(kind, id).stream()).toList();
    }

    private Fault unreached(Ended ended) {
        return Fault.broken("%s cannot be reached: %s.".formatted(machine.named(), last(ended.output())));
    }

    /** Returns the id of an image, which is a digest; empty if the engine does not have it. Pulls nothing. */
    Optional<String> imageId(String name) {
        return inspect("image", name).map(image -> image.path("Id").asString());
    }

    /**
     * Describes an image that the engine has.
     *
     * @param name or digest
     * @param buildSeconds how long its build took, or null if it was not built here
     * @throws Fault if the engine does not have it
     */
    Environment.Image image(String name, @Nullable Double buildSeconds) {
        JsonNode image = inspect("image", name)
                .orElseThrow(() -> Fault.broken("Docker's engine has no image %s.".formatted(name)));
        return new Environment.Image(
                image.path("Id").asString(), buildSeconds, image.path("Size").asLong());
    }

    /**
     * Moves an image of this machine's engine to this engine, if it is missing. An image is identified by the digest of
     * its content, so it cannot be another one.
     *
     * @param id of the image
     * @throws Fault if it does not arrive
     */
    void receive(String id, Path log) {
        if (imageId(id).isPresent()) {
            return;
        }
        boolean moved = HERE.machine
                .docker(List.of("save", id))
                .within(TRANSFER_LIMIT)
                .into(machine.docker(List.of("load")), log);
        if (!moved || imageId(id).isEmpty()) {
            throw Fault.broken("The image %s did not arrive on the %s: %s. Log: %s"
                    .formatted(id, machine.named(), Logs.lastLine(log), log));
        }
    }

    /**
     * Reads all files of a container into the page cache; {@link comparison.harness.probe.PageCache} explains why. The
     * container need not run. Ignores errors, because the start that follows reports them.
     */
    void readFiles(String container) {
        machine.docker(List.of("cp", container + ":/", "-")).run(Path.of("/dev/null"));
    }

    /**
     * Runs a {@code docker} command and returns its output.
     *
     * @throws Fault if the command fails
     */
    String call(String... arguments) {
        Ended ended = run(arguments);
        if (!ended.succeeded()) {
            throw failed(arguments, last(ended.output()));
        }
        return ended.output();
    }

    /**
     * Runs a {@code docker} command whose output replaces a file; it may be larger than this process's memory.
     *
     * @throws Fault if the command fails; the file then stays as it was
     */
    void save(Path file, String... arguments) {
        // Each thread writes its own: those of several clients notice at the same time that the database has ended.
        Path part = file.resolveSibling("%s.%d.part"
                .formatted(file.getFileName(), Thread.currentThread().threadId()));
        Disk.attempt("write " + file, () -> {
            try {
                if (!ended(arguments, docker -> docker.run(part)).succeeded()) {
                    throw failed(arguments, Logs.lastLine(part));
                }
                Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(part);
            }
        });
    }

    private Fault failed(String[] arguments, String why) {
        return Fault.broken("%s'docker %s' fails: %s."
                .formatted(machine.far() ? machine.named() + ": " : "", String.join(" ", arguments), why));
    }

    /**
     * Runs a {@code docker} command, which may fail.
     *
     * @throws Fault if it does not end in time
     */
    Ended run(String... arguments) {
        return ended(arguments, Program::run);
    }

    private Ended ended(String[] arguments, Function<Program, Ended> run) {
        try {
            return run.apply(machine.docker(List.of(arguments)));
        } catch (Fault silent) {
            throw machine.far()
                    ? Fault.broken("%s cannot be reached: %s".formatted(machine.named(), silent.line()), silent)
                    : silent;
        }
    }

    /** Returns the first line that mentions an error, else the last line. */
    static String last(String output) {
        List<String> lines = output.lines().filter(line -> !line.isBlank()).toList();
        return lines.stream()
                .filter(line -> line.contains("rror"))
                .findFirst()
                .or(() -> lines.reversed().stream().findFirst())
                .orElse("it says nothing")
                .strip();
    }
}
