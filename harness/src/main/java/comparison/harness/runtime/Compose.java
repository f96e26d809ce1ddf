package comparison.harness.runtime;

import comparison.harness.Fault;
import comparison.harness.load.Engine;
import comparison.harness.plan.Limits;
import comparison.harness.plan.Packaging;
import comparison.harness.plan.Variant;
import comparison.harness.process.Logs;
import comparison.harness.process.Program;
import comparison.harness.process.Program.Ended;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Calls Docker Compose for one Compose project. Immutable. */
final class Compose {

    /** Settings that compose.yaml passes to the build of an image. All others reach only the container. */
    private static final Set<String> IN_IMAGE = Set.of("THREADS", "EXECUTION_MODE");

    private static final String BUILDS = "comparison";

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
     * @param engine of the client
     */
    Compose(Path project, String name, Path override, Limits limits, Engine engine) {
        this(project, name, override, limits, settings(project, engine));
    }

    /** Returns the settings of all services but the variants. */
    private static Map<String, String> settings(Path project, Engine engine) {
        return Map.of(
                "JVM_FLAGS", String.join(" ", Flags.COMMON),
                "LOAD_ENGINE", engine.id(),
                "CLIENT_FLAGS", String.join(" ", engine.client(project).flags()));
    }

    private Compose(Path project, String name, Path override, Limits limits, Map<String, String> settings) {
        this.project = project;
        this.name = name;
        this.override = override;
        this.limits = limits;
        this.settings = settings;
    }

    /** Returns a driver for one variant, with the settings that its image is built with. */
    Compose with(Variant variant) {
        Map<String, String> own = new HashMap<>(variant.environment());
        own.keySet().retainAll(IN_IMAGE);
        own.put("PACKAGING", (variant.own() == null ? variant.packaging() : Packaging.JVM).axis());
        own.put("JVM_FLAGS", String.join(" ", Flags.of(variant, Flags.COMMON)));
        return new Compose(project, name, override, limits, own);
    }

    /**
     * Returns a driver that builds images. Compose labels an image with its project, so an image that each run built
     * for itself would be another one each time.
     */
    Compose forBuilds() {
        return new Compose(project, BUILDS, override, limits, settings);
    }

    /**
     * Runs a Compose command and appends its output to a log.
     *
     * @throws Fault if the command fails
     */
    void call(Path log, String... arguments) {
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
    String call(String... arguments) {
        Ended ended = program(arguments).run();
        if (!ended.succeeded()) {
            throw Fault.broken("'docker compose %s' fails: %s."
                    .formatted(String.join(" ", arguments), Docker.last(ended.output())));
        }
        return ended.output();
    }

    /** Returns a Compose command that has not been started. */
    Program program(String... arguments) {
        Stream<String> files = Stream.of(
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
        return Docker.program(Stream.concat(files, Stream.of(arguments)).toArray(String[]::new))
                .with(environment());
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
}
