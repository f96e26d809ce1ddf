package comparison.harness.runtime;

import comparison.harness.Fault;
import comparison.harness.plan.Limits;
import comparison.harness.plan.Packaging;
import comparison.harness.plan.Variant;
import comparison.harness.process.Logs;
import comparison.harness.process.Program;
import comparison.harness.process.Program.Ended;
import comparison.harness.record.Environment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Calls the command lines of Docker and Docker Compose for one Compose project. Immutable. */
final class Docker {

    private static final String CURE =
            "Start it ('systemctl start docker'), check that this user may use it ('docker info'), or measure with --runtime process.";

    /** Settings that compose.yaml passes to the build of an image. All others reach only the container. */
    private static final Set<String> IN_IMAGE = Set.of("THREADS", "EXECUTION_MODE");

    private final Path project;
    private final String name;
    private final Path override;
    private final Map<String, String> settings;
    private final Limits limits;

    /**
     * Creates a driver without starting anything.
     *
     * @param project the folder of compose.yaml
     * @param name of the Compose project, unique on this engine
     * @param override a second Compose file, which the caller writes
     * @param limits of all services that have the anchor {@code *limits}
     */
    Docker(Path project, String name, Path override, Limits limits) {
        this(project, name, override, limits, Map.of("JVM_FLAGS", String.join(" ", Flags.COMMON)));
    }

    private Docker(Path project, String name, Path override, Limits limits, Map<String, String> settings) {
        this.project = project;
        this.name = name;
        this.override = override;
        this.limits = limits;
        this.settings = settings;
    }

    /** Returns a driver for one variant, with the settings that its image is built with. */
    Docker with(Variant variant) {
        Map<String, String> own = new HashMap<>(variant.environment());
        own.keySet().retainAll(IN_IMAGE);
        own.put("PACKAGING", (variant.own() == null ? variant.packaging() : Packaging.JVM).axis());
        own.put("JVM_FLAGS", String.join(" ", Flags.of(variant, Flags.COMMON)));
        return new Docker(project, name, override, limits, own);
    }

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
        List<String> list = new ArrayList<>(List.of("docker", kind, "ls", "--quiet", "--filter", "label=" + label));
        if (kind.equals("container")) {
            list.add("--all");
        }
        return new Program(list)
                .run()
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
        Program.of("docker", "cp", container + ":/", "-").run(Path.of("/dev/null"));
    }

    /**
     * Runs a {@code docker} command and returns its output.
     *
     * @throws Fault if the command fails
     */
    static String engine(String... arguments) {
        Ended ended = run(arguments);
        if (!ended.succeeded()) {
            throw Fault.broken("'docker %s' fails: %s.".formatted(String.join(" ", arguments), last(ended.output())));
        }
        return ended.output();
    }

    /** Runs a {@code docker} command, which may fail. */
    static Ended run(String... arguments) {
        return new Program(
                        Stream.concat(Stream.of("docker"), Stream.of(arguments)).toList())
                .run();
    }

    /**
     * Runs a Compose command and appends its output to a log.
     *
     * @throws Fault if the command fails
     */
    void compose(Path log, String... arguments) {
        if (!program(arguments).run(log).succeeded()) {
            throw Fault.broken("'docker compose %s' fails: %s. Log: %s"
                    .formatted(String.join(" ", arguments), Logs.lastLine(log), log));
        }
    }

    /**
     * Runs a Compose command and returns its output.
     *
     * @throws Fault if the command fails
     */
    String compose(String... arguments) {
        Ended ended = program(arguments).run();
        if (!ended.succeeded()) {
            throw Fault.broken(
                    "'docker compose %s' fails: %s.".formatted(String.join(" ", arguments), last(ended.output())));
        }
        return ended.output();
    }

    /** Returns a Compose command that has not been started. */
    Program program(String... arguments) {
        Stream<String> files = Stream.of(
                "docker",
                "compose",
                "--project-name",
                name,
                "--project-directory",
                project.toString(),
                "--file",
                project.resolve("compose.yaml").toString(),
                "--file",
                override.toString(),
                "--profile",
                "*");
        return new Program(Stream.concat(files, Stream.of(arguments)).toList()).with(environment());
    }

    /** Returns the variables that compose.yaml reads. The JVM flags are those of the runtime {@code process}. */
    Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>(settings);
        // Overrides what a shell or .env sets for 'docker compose up': a report would not show those values.
        environment.put("DB_PASSWORD", DockerTestbed.DATABASE);
        environment.put("DB_POOL_SIZE", Testbed.POOL_SIZE);
        // Compose and Docker read 0 as "no limit".
        environment.put("LIMIT_CPUS", limits == Limits.NONE ? "0" : Integer.toString(Limits.CPUS));
        environment.put("LIMIT_MEMORY", limits == Limits.NONE ? "0" : Long.toString(Limits.MEMORY_BYTES));
        environment.put("COMPOSE_PROGRESS", "plain");
        environment.put("FILES_DIR", ServedFiles.in(project).toString());
        return environment;
    }

    /** Returns the first line that mentions an error, else the last line. */
    private static String last(String output) {
        List<String> lines = output.lines().filter(line -> !line.isBlank()).toList();
        return lines.stream()
                .filter(line -> line.contains("rror"))
                .findFirst()
                .or(() -> lines.reversed().stream().findFirst())
                .orElse("it says nothing")
                .strip();
    }
}
