package comparison.harness.runtime;

import comparison.contract.DatabaseAddress;
import comparison.harness.Fault;
import comparison.harness.load.Engine;
import comparison.harness.plan.Limits;
import comparison.harness.plan.Own;
import comparison.harness.plan.Packaging;
import comparison.harness.plan.Variant;
import comparison.harness.probe.Meter;
import comparison.harness.process.Logs;
import comparison.harness.process.Program;
import comparison.harness.record.Disk;
import comparison.harness.record.Environment;
import comparison.harness.runtime.Processors.Party;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Runs variants, database and client as containers of {@code compose.yaml}, in a Compose project that only this run
 * uses. The project publishes no fixed ports and runs no health checks. {@link #close} removes everything that it made.
 * Threads: see {@link Testbed}.
 */
public final class DockerTestbed extends LocalTestbed {

    static final String DATABASE = "people";

    /**
     * Matches what BuildKit reports if a base image cannot be pulled. Other failures cannot be fixed with other base
     * images.
     */
    private static final Pattern BASES_MISSING =
            Pattern.compile("failed to resolve source metadata|failed to do request|toomanyrequests");

    /** Flags of native images, as in the command of images/app/Dockerfile. */
    static final List<String> NATIVE_FLAGS = List.of("-XX:MaximumHeapSizePercent=60");

    private static final String LABELS = "    labels: *owner\n";

    private final Path project;
    private final Path run;
    private final Path override;
    private final Compose compose;
    private final Limits limits;
    private final Engine engine;
    private final Processors processors;
    private final String clientName;
    private final Creations creations = new Creations();
    private final Map<String, Environment.Image> images = new LinkedHashMap<>();
    private final Map<String, String> unbuilt = new LinkedHashMap<>();
    private @Nullable String bases;
    private Environment.@Nullable Image jvmImage;
    private @Nullable Container database;

    /**
     * Creates a testbed without starting anything.
     *
     * @param project the folder of this project
     * @param name unique among runs on this machine
     * @param run folder of the run, for files that Compose needs
     * @param limits of server and database
     * @param engine that sends the load
     */
    public DockerTestbed(Path project, String name, Path run, Limits limits, Engine engine) {
        this.project = project;
        this.limits = limits;
        this.engine = engine;
        this.processors = Processors.here(limits, "");
        this.run = run;
        this.override = run.resolve("compose.bench.yaml");
        this.compose = new Compose(project, name, override, limits, engine);
        this.clientName = name + "-client";
    }

    /** Returns why this testbed cannot be used here; empty if it can. */
    public static Optional<String> obstacle() {
        return Docker.obstacle();
    }

    @Override
    public String id() {
        return "docker";
    }

    /**
     * Builds all images. If the public base images cannot be pulled, builds base images from Debian's packages first.
     *
     * @throws Fault if an image of the project cannot be built; a failure of a native or user-defined image is reported
     *     later by {@link #start}
     */
    public void build(List<Variant> variants, Path log) {
        if (!Files.isRegularFile(project.resolve(engine.id()).resolve("Dockerfile"))) {
            throw Fault.badInput("--load %s is not there in the runtime docker: leave it out, or add --runtime process."
                    .formatted(engine.id()));
        }
        writeOverride(variants);
        try {
            buildAll(variants, log);
        } catch (Fault broken) {
            if (!BASES_MISSING.matcher(broken.line()).find()) {
                throw Fault.broken("The images cannot be built: " + broken.line(), broken);
            }
            Path script = project.resolve("images/from-debian");
            if (!Program.of(script.toString()).run(log).succeeded()) {
                throw Fault.broken(
                        "The images cannot be built, neither from public base images nor from Debian's packages: %s. Log: %s"
                                .formatted(Logs.lastLine(log), log),
                        broken);
            }
            bases =
                    "base images made from Debian's packages by images/from-debian, because no public one could be pulled";
            buildAll(variants, log);
        }
    }

    /** Returns a remark for the report if the base images are not the configured ones; empty if they are. */
    public Optional<String> bases() {
        return Optional.ofNullable(bases);
    }

    private void buildAll(List<Variant> variants, Path log) {
        compose.forBuilds().call(log, "build", "postgres", engine.id());
        buildApps(variants, log);
    }

    private void buildApps(List<Variant> variants, Path log) {
        ImageBuilds builds = new ImageBuilds(project);
        // Native images come last: they take longest, and the others are usable even if they fail.
        for (Variant variant : variants) {
            if (variant.packaging() != Packaging.NATIVE) {
                build(builds, variant, log);
            }
        }
        for (Variant variant : variants) {
            if (variant.packaging() == Packaging.NATIVE) {
                buildNative(builds, variant, log);
            }
        }
    }

    private void build(ImageBuilds builds, Variant variant, Path log) {
        Own own = variant.own();
        if (own != null && own.image() != null) {
            ownImage(variant, own.image(), log);
        } else if (own != null || variant.service().isEmpty()) {
            ownService(builds, variant, log);
        } else {
            Environment.Image image = builds.build(compose.with(variant).forBuilds(), variant.service(), log);
            images.put(variant.id(), image);
            if (variant.packaging() != Packaging.NATIVE) {
                jvmImage = image;
            }
        }
    }

    /** Builds a service that a user added to compose.yaml. A failure is reported in the rows of this variant only. */
    private void ownService(ImageBuilds builds, Variant variant, Path log) {
        if (variant.service().isEmpty()) {
            unbuilt.put(
                    variant.id(),
                    "it has nothing that the runtime docker can start. Give it a service or an image in variants.yaml, or measure it in the runtime process");
            return;
        }
        try {
            images.put(variant.id(), builds.build(compose.with(variant).forBuilds(), variant.service(), log));
        } catch (Fault e) {
            e.rethrowIfOfTheRun();
            unbuilt.put(variant.id(), "it is not built: " + e.line());
        }
    }

    /** Finds or pulls a user's image. It is started by digest, so the reported image is the measured one. */
    private void ownImage(Variant variant, String image, Path log) {
        if (Docker.imageId(image).isEmpty()
                && !Program.of("docker", "pull", image).run(log).succeeded()) {
            unbuilt.put(
                    variant.id(),
                    "its image %s is not here and can't be pulled: %s".formatted(image, Logs.lastLine(log)));
            return;
        }
        images.put(variant.id(), Docker.image(image, null));
    }

    /** Builds a native image. GraalVM is optional, so a failure is reported in the rows of this variant only. */
    private void buildNative(ImageBuilds builds, Variant variant, Path log) {
        try {
            build(builds, variant, log);
        } catch (Fault e) {
            e.rethrowIfOfTheRun();
            String cause = BASES_MISSING.matcher(e.line()).find()
                    ? "there is no image of GraalVM: the public one cannot be pulled. Set GRAALVM_HOME to a GraalVM 25 and run './bench images --from-debian'"
                    : e.line();
            unbuilt.put(variant.id(), "it is not built: " + cause);
        }
    }

    @Override
    public void prepare(List<Variant> variants, Path log) {
        if (images.isEmpty() && unbuilt.isEmpty()) {
            build(variants, log);
        }
        Container started = creations.create(() -> startedDatabase(log));
        started.verify("postgres", limits);
        InForce.verify("The database", limits, started.meter().limits());
        database = started;
    }

    private Container startedDatabase(Path log) {
        try {
            compose.call(log, "up", "--detach", "--wait", "postgres");
        } catch (Fault e) {
            throw Fault.broken("The database does not come up: " + e.line(), e);
        }
        return Container.inspect(compose.call("ps", "--quiet", "postgres"));
    }

    private void writeOverride(List<Variant> variants) {
        String services = fixed(processors)
                + variants.stream()
                        .filter(variant -> !variant.service().isEmpty())
                        .collect(Collectors.toMap(Variant::service, this::measured, (a, b) -> b, LinkedHashMap::new))
                        .values()
                        .stream()
                        .collect(Collectors.joining());
        Disk.attempt(
                "write " + override,
                () -> Files.writeString(
                        override, owned() + (services.isEmpty() ? "services: {}\n" : "services:\n" + services)));
    }

    /** Labels the default network and the volumes with their owner, so that {@link Leftovers} can find them. */
    private String owned() {
        return "x-owner: &owner\n%snetworks:\n  default:\n%svolumes:\n  data:\n%s  load-results:\n%s"
                .formatted(OwnService.lines(Owner.SELF.labels()), LABELS, LABELS, LABELS);
    }

    /** Returns the services other than the variant, pinned to separate processors if there are enough. */
    static String fixed(Processors processors) {
        return new TreeMap<>(Map.of("client", Party.CLIENT, "postgres", Party.DATABASE, "stub", Party.SERVER))
                .entrySet().stream()
                        .map(service -> "  %s:\n%s%s"
                                .formatted(service.getKey(), LABELS, cpuset(processors, service.getValue())))
                        .collect(Collectors.joining());
    }

    private static String cpuset(Processors processors, Party party) {
        return processors.of(party).map("    cpuset: \"%s\"\n"::formatted).orElse("");
    }

    /**
     * Returns the service of a variant without a fixed name, fixed ports and health check, with the variant's settings.
     * Once built, its image is named by digest, so that another build of the same tag is not measured by mistake.
     */
    private String measured(Variant variant) {
        Environment.Image built = images.get(variant.id());
        Own own = variant.own();
        String image = own == null ? null : own.image();
        if (image != null) {
            return OwnService.of(variant, built == null ? image : built.id(), limits)
                    + LABELS
                    + cpuset(processors, Party.SERVER);
        }
        String settings = OwnService.lines(new TreeMap<>(variant.settings(OwnService.port(variant))));
        return "  %s:\n%s%s%s    container_name: !reset null\n    ports: !reset []\n    healthcheck:\n      disable: true\n%s"
                .formatted(
                        variant.service(),
                        LABELS,
                        cpuset(processors, Party.SERVER),
                        built == null ? "" : "    image: \"%s\"\n".formatted(built.id()),
                        settings.isEmpty() ? "" : "    environment:\n" + settings);
    }

    private Container databaseContainer() {
        return Objects.requireNonNull(database, "prepare() comes first");
    }

    @Override
    Optional<String> databaseDeath() {
        Container container = databaseContainer();
        if (container.alive()) {
            return Optional.empty();
        }
        Path log = run.resolve("database.log");
        container.saveLog(log);
        return Optional.of("The database's container %s. Log: %s".formatted(container.end(), log));
    }

    @Override
    public RunningVariant start(Variant variant, Path log) {
        if (unbuilt.containsKey(variant.id())) {
            throw Fault.broken(unbuilt.get(variant.id()));
        }
        Container container = creations.create(() -> created(variant, log));
        return ContainerVariant.start(variant, limits, container, log);
    }

    /** Creates the container of a variant without starting it. */
    private Container created(Variant variant, Path log) {
        writeOverride(List.of(variant));
        Compose app = compose.with(variant);
        List<String> others = containers(app, variant);
        // Those of other variants of the same service are up, with their own settings, and stay as they are.
        app.call(
                log.resolveSibling("compose.log"),
                "up",
                "--no-start",
                "--no-deps",
                "--no-recreate",
                "--scale",
                "%s=%d".formatted(variant.service(), others.size() + 1),
                variant.service());
        String id = containers(app, variant).stream()
                .filter(container -> !others.contains(container))
                .findFirst()
                .orElseThrow(
                        () -> Fault.broken("Docker Compose made no container of the service " + variant.service()));
        return Container.inspect(id);
    }

    /** Returns the ids of the containers of a variant's service. */
    private static List<String> containers(Compose app, Variant variant) {
        return app.call("ps", "--all", "--quiet", variant.service()).lines().toList();
    }

    @Override
    DatabaseAddress people() {
        return new DatabaseAddress(databaseContainer().address(), 5432, DATABASE, DATABASE, DATABASE);
    }

    @Override
    public LoadClient client(Path log) {
        return creations.create(() -> ContainerClient.start(
                compose, clientName, run, processors.count(Party.CLIENT), log, this::databaseDeath));
    }

    @Override
    public Meter databaseMeter() {
        return databaseContainer().meter();
    }

    @Override
    public Facts facts() {
        return new Facts(
                limits == Limits.NONE
                        ? UNLIMITED
                        : List.of(
                                "server: container, %d CPUs, %d MiB (verified at each start)"
                                        .formatted(Limits.CPUS, Limits.MEMORY_BYTES >> 20),
                                "database: container, " + databaseContainer().limits(),
                                "client: none"),
                processors.inWords(),
                "control groups of the containers",
                jvm(),
                Flags.COMMON,
                NATIVE_FLAGS,
                engine.described(project),
                "PostgreSQL %s, container; synchronous_commit %s, fsync %s"
                        .formatted(sql("show server_version"), sql("show synchronous_commit"), sql("show fsync")),
                Map.copyOf(images));
    }

    private String jvm() {
        if (jvmImage == null) {
            return "none: no jar of this project was measured";
        }
        return Docker.call("run", "--rm", "--network", "none", "--entrypoint", "java", jvmImage.id(), "--version")
                .lines()
                .reduce((first, last) -> last)
                .orElse("unknown");
    }

    @Override
    public void close() {
        creations.close(this::removeAll);
    }

    private void removeAll() {
        try {
            ContainerClient.remove(clientName);
        } finally {
            if (Files.exists(override)) {
                compose.call("down", "--volumes", "--remove-orphans", "--timeout", "10");
            }
        }
    }
}
