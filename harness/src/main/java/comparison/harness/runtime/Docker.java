package comparison.harness.runtime;

import comparison.harness.Fault;
import comparison.harness.process.Logs;
import comparison.harness.process.Program;
import comparison.harness.process.Program.Ended;
import comparison.harness.record.Disk;
import comparison.harness.record.Environment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Calls Docker's command line for the engine that it uses by itself. */
final class Docker {

    private static final String CURE =
            "Start it ('systemctl start docker'), check that this user may use it ('docker info'), or measure with --runtime process.";

    private Docker() {}

    /** Returns why no engine can be used here; empty if one can. */
    static Optional<String> obstacle() {
        if (!"Linux".equals(System.getProperty("os.name"))) {
            return Optional.of(
                    "containers are measured on Linux only, where their addresses and counters can be reached");
        }
        try {
            Ended info = run("info", "--format", "{{.ServerVersion}}");
            if (!info.succeeded()) {
                return Optional.of("Docker's engine does not answer (%s). %s".formatted(last(info.output()), CURE));
            }
            return run("compose", "version", "--short").succeeded()
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
     */
    static Optional<JsonNode> inspect(String kind, String name) {
        Ended found = run(kind, "inspect", name);
        return found.succeeded()
                ? Optional.of(JsonMapper.shared().readTree(found.output()).path(0))
                : Optional.empty();
    }

    /** Returns descriptions of all objects of a kind that have a label; for kinds see {@link #inspect}. */
    static List<JsonNode> labelled(String kind, String label) {
        List<String> list = new ArrayList<>(List.of(kind, "ls", "--quiet", "--filter", "label=" + label));
        if (kind.equals("container")) {
            list.add("--all");
        }
        return run(list.toArray(String[]::new))
                .output()
                .lines()
                .flatMap(id -> inspect(kind, id).stream())
                .toList();
    }

    /** Returns the id of an image, which is a digest; empty if the engine does not have it. Pulls nothing. */
    static Optional<String> imageId(String name) {
        return inspect("image", name).map(image -> image.path("Id").asString());
    }

    /**
     * Describes an image that the engine has.
     *
     * @param name or digest
     * @param buildSeconds how long its build took, or null if it was not built here
     * @throws Fault if the engine does not have it
     */
    static Environment.Image image(String name, @Nullable Double buildSeconds) {
        JsonNode image = inspect("image", name)
                .orElseThrow(() -> Fault.broken("Docker's engine has no image %s.".formatted(name)));
        return new Environment.Image(
                image.path("Id").asString(), buildSeconds, image.path("Size").asLong());
    }

    /**
     * Reads all files of a container into the page cache; {@link comparison.harness.probe.PageCache} explains why. The
     * container need not run. Ignores errors, because the start that follows reports them.
     */
    static void readFiles(String container) {
        program("cp", container + ":/", "-").run(Path.of("/dev/null"));
    }

    /**
     * Runs a {@code docker} command and returns its output.
     *
     * @throws Fault if the command fails
     */
    static String call(String... arguments) {
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
    static void save(Path file, String... arguments) {
        // Each thread writes its own: another one closes the testbed of an interrupted run.
        Path part = file.resolveSibling("%s.%d.part"
                .formatted(file.getFileName(), Thread.currentThread().threadId()));
        Disk.attempt("write " + file, () -> {
            try {
                if (!program(arguments).run(part).succeeded()) {
                    throw failed(arguments, Logs.lastLine(part));
                }
                Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(part);
            }
        });
    }

    private static Fault failed(String[] arguments, String why) {
        return Fault.broken("'docker %s' fails: %s.".formatted(String.join(" ", arguments), why));
    }

    /**
     * Runs a {@code docker} command, which may fail.
     *
     * @throws Fault if it does not end in time
     */
    static Ended run(String... arguments) {
        return program(arguments).run();
    }

    /** Returns a {@code docker} command that has not been started. */
    static Program program(String... arguments) {
        return new Program(
                Stream.concat(Stream.of("docker"), Stream.of(arguments)).toList());
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
