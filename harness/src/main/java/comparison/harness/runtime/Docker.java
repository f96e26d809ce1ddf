package comparison.harness.runtime;

import comparison.harness.Fault;
import comparison.harness.plan.Limits;
import comparison.harness.plan.Packaging;
import comparison.harness.plan.Variant;
import comparison.harness.process.Logs;
import comparison.harness.process.Program;
import comparison.harness.process.Program.Ended;
import comparison.harness.raw.Environment;
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

/** The command line of Docker's engine and of Compose, for one Compose project. */
final class Docker {

    private static final String CURE =
            "Start it ('systemctl start docker'), check that this user may use it ('docker info'), or measure with --runtime process.";

    /** The settings of a variant that compose.yaml knows: an image is made for them. Others reach only the container. */
    private static final Set<String> IN_IMAGE = Set.of("THREADS", "EXECUTION_MODE");

    private final Path project;
    private final String name;
    private final Path override;
    private final Map<String, String> settings;
    private final Limits limits;

    /**
     * Makes a driver; nothing is started.
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

    /** Returns the same for one variant: some of its settings decide what its image is made of. */
    Docker with(Variant variant) {
        Map<String, String> own = new HashMap<>(variant.environment());
        own.keySet().retainAll(IN_IMAGE);
        own.put("PACKAGING", (variant.own() == null ? variant.packaging() : Packaging.JVM).axis());
        own.put("JVM_FLAGS", String.join(" ", Flags.of(variant, Flags.COMMON)));
        return new Docker(project, name, override, limits, own);
    }

    /** Returns why no engine can be used here, or nothing if one can. */
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
     * Returns what the engine knows of something, in its own JSON; nothing if it does not have it. Nothing is pulled.
     *
     * @param kind {@code container}, {@code image}, {@code network} or {@code volume}
     */
    static Optional<JsonNode> inspect(String kind, String name) {
        Ended found = run(kind, "inspect", name);
        return found.succeeded()
                ? Optional.of(JsonMapper.shared().readTree(found.output()).path(0))
                : Optional.empty();
    }

    /** Returns all of a kind that have a label, as {@link #inspect} does. */
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

    /** Returns the digest of an image, if the engine has it. Nothing is pulled. */
    static Optional<String> imageId(String name) {
        return inspect("image", name).map(image -> image.path("Id").asString());
    }

    /**
     * Returns an image that the engine has.
     *
     * @param name or digest
     * @param buildSeconds how long its build took, or null if it was not built here
     * @throws Fault if it does not have it
     */
    static Environment.Image image(String name, @Nullable Double buildSeconds) {
        JsonNode image = inspect("image", name)
                .orElseThrow(() -> Fault.broken("Docker's engine has no image %s.".formatted(name)));
        return new Environment.Image(
                image.path("Id").asString(), buildSeconds, image.path("Size").asLong());
    }

    /**
     * Reads all files of a container, which need not run, so that they are in the page cache ({@link
     * comparison.harness.probe.PageCache} says why). If the engine cannot, its start says what is wrong.
     */
    static void readFiles(String container) {
        Program.of("docker", "cp", container + ":/", "-").run(Path.of("/dev/null"));
    }

    /** Runs a command of the engine and returns its output. */
    static String engine(String... arguments) {
        Ended ended = run(arguments);
        if (!ended.succeeded()) {
            throw Fault.broken("'docker %s' fails: %s.".formatted(String.join(" ", arguments), last(ended.output())));
        }
        return ended.output();
    }

    /** Runs a command of the engine; it does not matter whether it succeeds. */
    static Ended run(String... arguments) {
        return new Program(
                        Stream.concat(Stream.of("docker"), Stream.of(arguments)).toList())
                .run();
    }

    /** Runs a command of Compose, with its output appended to a log. */
    void compose(Path log, String... arguments) {
        if (!program(arguments).run(log).succeeded()) {
            throw Fault.broken("'docker compose %s' fails: %s. Log: %s"
                    .formatted(String.join(" ", arguments), Logs.lastLine(log), log));
        }
    }

    /** Runs a command of Compose and returns its output. */
    String compose(String... arguments) {
        Ended ended = program(arguments).run();
        if (!ended.succeeded()) {
            throw Fault.broken(
                    "'docker compose %s' fails: %s.".formatted(String.join(" ", arguments), last(ended.output())));
        }
        return ended.output();
    }

    /** Returns a command of Compose. */
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

    /** Returns what compose.yaml takes from the environment: the same flags as in the other runtime. */
    Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>(settings);
        // What a shell or .env sets for 'docker compose up' is not what is measured, and would stand in no report.
        environment.put("DB_PASSWORD", DockerTestbed.DATABASE);
        environment.put("DB_POOL_SIZE", Testbed.POOL_SIZE);
        // To Compose and the engine, 0 is no limit.
        environment.put("LIMIT_CPUS", limits == Limits.NONE ? "0" : Integer.toString(Limits.CPUS));
        environment.put("LIMIT_MEMORY", limits == Limits.NONE ? "0" : Long.toString(Limits.MEMORY_BYTES));
        environment.put("COMPOSE_PROGRESS", "plain");
        environment.put("FILES_DIR", ServedFiles.in(project).toString());
        return environment;
    }

    /** Returns the line of an output that tells the cause: one that speaks of an error, else the last one. */
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
