package comparison.harness.runtime;

import comparison.contract.DatabaseAddress;
import comparison.harness.Fault;
import comparison.harness.load.Engine;
import comparison.harness.machine.Machine;
import comparison.harness.machine.Machines;
import comparison.harness.plan.Limits;
import comparison.harness.plan.Own;
import comparison.harness.plan.Packaging;
import comparison.harness.plan.Variant;
import comparison.harness.probe.Meter;
import comparison.harness.probe.Probe;
import comparison.harness.probe.Traffic;
import comparison.harness.process.Logs;
import comparison.harness.process.Program;
import comparison.harness.record.Disk;
import comparison.harness.record.Environment;
import comparison.harness.record.RunFolder;
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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

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

    /** Compose files that name another machine's services by image, on that machine's network. */
    private static final String FAR = """
            build: !reset null
            pull_policy: never
            network_mode: host
            networks: !reset null
        """;

    private static final String LABELS = "    labels: *owner\n";

    private final Path project;
    private final Path run;
    private final Path override;
    private final Docker docker;
    private final Limits limits;
    private final Engine engine;
    private final Machines machines;
    private final FarMachines far;
    private final Processors processors;
    private final String clientName;
    private final Creations creations = new Creations();
    private final Map<String, Environment.Image> images = new LinkedHashMap<>();
    private final Map<String, String> unbuilt = new LinkedHashMap<>();
    private final Map<String, String> fixedImages = new LinkedHashMap<>();
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
     * @param machines of the roles
     */
    public DockerTestbed(Path project, String name, Path run, Limits limits, Engine engine, Machines machines) {
        this.project = project;
        this.limits = limits;
        this.engine = engine;
        this.machines = machines;
        this.far = new FarMachines(machines, name, new RunFolder(run));
        this.processors = machines.far()
                ? new Processors(List.of(), Map.of(), "they are on separate machines")
                : Processors.here(limits, "");
        this.run = run;
        this.override = run.resolve("compose.bench.yaml");
        this.docker = new Docker(project, name, override, limits, engine);
        this.clientName = name + "-client";
    }

    /** Returns why this testbed cannot be used here; empty if it can. */
    public static Optional<String> obstacle() {
        return Host.obstacle();
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
        docker.forBuilds().compose(log, "build", "postgres", engine.id());
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
            Environment.Image image = builds.build(docker.with(variant).forBuilds(), variant.service(), log);
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
            images.put(variant.id(), builds.build(docker.with(variant).forBuilds(), variant.service(), log));
        } catch (Fault e) {
            e.rethrowIfOfTheRun();
            unbuilt.put(variant.id(), "it is not built: " + e.line());
        }
    }

    /** Finds or pulls a user's image. It is started by digest, so the reported image is the measured one. */
    private void ownImage(Variant variant, String image, Path log) {
        if (Host.HERE.imageId(image).isEmpty()
                && !Program.of("docker", "pull", image).run(log).succeeded()) {
            unbuilt.put(
                    variant.id(),
                    "its image %s is not here and can't be pulled: %s".formatted(image, Logs.lastLine(log)));
            return;
        }
        images.put(variant.id(), Host.HERE.image(image, null));
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
        if (machines.far()) {
            creations.create(() -> {
                distribute(variants, log);
                return log;
            });
        }
        Container started = creations.create(() -> startedDatabase(log));
        started.verify("postgres", limits);
        InForce.verify("The database", limits, started.meter().limits());
        database = started;
    }

    /** Moves the images to the machines where they run, and starts their observers. */
    private void distribute(List<Variant> variants, Path log) {
        JsonNode services = JsonMapper.shared()
                .readTree(docker.compose("config", "--format", "json"))
                .path("services");
        for (String service : List.of("postgres", "client", "stub")) {
            String image = services.path(service).path("image").asString();
            fixedImages.put(service, Host.HERE.image(image, null).id());
        }
        String client = fixedImages.getOrDefault("client", "");
        far.prepare(client, log);
        new Host(machines.database()).receive(fixedImages.getOrDefault("postgres", ""), log);
        for (Variant variant : variants) {
            Environment.Image image = images.get(variant.id());
            if (image != null) {
                new Host(machines.app()).receive(image.id(), log);
            }
        }
        far.files(ServedFiles.in(project), client);
        writeOverride(variants);
    }

    private Observer observer(Machine machine) {
        return machine.far() ? far.observer(machine) : LocalObserver.HERE;
    }

    private Container inspect(Machine machine, String id) {
        return Container.inspect(new Host(machine), observer(machine), id);
    }

    private Container startedDatabase(Path log) {
        try {
            docker.on(machines.database()).compose(log, "up", "--detach", "--wait", "postgres");
        } catch (Fault e) {
            throw Fault.broken("The database does not come up: " + e.line(), e);
        }
        Container started =
                inspect(machines.database(), docker.on(machines.database()).compose("ps", "--quiet", "postgres"));
        if (machines.far()) {
            started.verifyImage(fixedImages.getOrDefault("postgres", ""));
        }
        return started;
    }

    private void writeOverride(List<Variant> variants) {
        String services = (machines.far() ? farFixed() : fixed(processors))
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
        String files = machines.far() ? "  files:\n    external: true\n    name: %s\n".formatted(far.volume()) : "";
        return "x-owner: &owner\n%snetworks:\n  default:\n%svolumes:\n  data:\n%s  load-results:\n%s"
                        .formatted(OwnService.lines(Owner.SELF.labels()), LABELS, LABELS, LABELS)
                + files;
    }

    /** Returns the services other than the variant, as they run on the machines of their roles. */
    private String farFixed() {
        Map<String, String> own = Map.of(
                "postgres",
                "    command: [postgres, -c, \"config_file=/etc/postgresql/${DURABILITY:-durable}.conf\", -c, \"listen_addresses=%s,127.0.0.1\"]\n"
                        .formatted(machines.database().address()),
                "stub",
                "    entrypoint: [java, -cp, /opt/client, comparison.client.Stub, \"%d\"]\n"
                        .formatted(ContainerClient.FAR_STUB_PORT));
        return fixedImages.entrySet().stream()
                .map(service -> "  %s:\n%s    image: \"%s\"\n%s%s"
                        .formatted(
                                service.getKey(),
                                LABELS,
                                service.getValue(),
                                FAR,
                                own.getOrDefault(service.getKey(), "")))
                .collect(Collectors.joining());
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
            OwnService.Network network = machines.far()
                    ? new OwnService.Network(
                            "    network_mode: host\n", machines.database().address())
                    : OwnService.Network.PROJECT;
            return OwnService.of(variant, built == null ? image : built.id(), limits, network)
                    + LABELS
                    + cpuset(processors, Party.SERVER);
        }
        Map<String, String> all = new TreeMap<>(variant.settings(OwnService.port(variant)));
        if (machines.far()) {
            all.put("DB_HOST", machines.database().address());
        }
        String settings = OwnService.lines(all);
        return "  %s:\n%s%s%s    container_name: !reset null\n    ports: !reset []\n%s    healthcheck:\n      disable: true\n%s"
                .formatted(
                        variant.service(),
                        LABELS,
                        cpuset(processors, Party.SERVER),
                        built == null ? "" : "    image: \"%s\"\n".formatted(built.id()),
                        machines.far() && !fixedImages.isEmpty() ? FAR + farFiles() : "",
                        settings.isEmpty() ? "" : "    environment:\n" + settings);
    }

    private String farFiles() {
        return """
                volumes: !override
                  - type: volume
                    source: files
                    target: /files
                    read_only: true
            """;
    }

    private Container databaseContainer() {
        return Objects.requireNonNull(database, "prepare() comes first");
    }

    @Override
    Optional<String> databaseDeath() {
        Optional<String> lost = far.lost();
        if (lost.isPresent()) {
            return lost;
        }
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
        ContainerVariant started = ContainerVariant.start(variant, limits, container, log);
        if (machines.far()) {
            reached(started);
        }
        return started;
    }

    /** Verifies that every client's machine gets an answer, too: its path is the one that is measured. */
    private void reached(ContainerVariant started) {
        for (Machine load : machines.load()) {
            if (!far.observer(load).reaches(started.target())) {
                started.close();
                throw Fault.broken(
                        "the variant answers on its machine, but not to the %s at %s. Open port %d, see docs/machines.md."
                                .formatted(
                                        load.named(),
                                        started.app(),
                                        started.target().port()));
            }
        }
    }

    /** On another machine, one: there they have the ports of their machine. */
    @Override
    public int servers() {
        return machines.far() ? 1 : fitting();
    }

    /** Creates the container of a variant without starting it. On another machine, verifies its image. */
    private Container created(Variant variant, Path log) {
        writeOverride(List.of(variant));
        Docker app = docker.with(variant).on(machines.app());
        List<String> others = containers(app, variant);
        // Those of other variants of the same service are up, with their own settings, and stay as they are.
        app.compose(
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
        Container created = inspect(machines.app(), id);
        Environment.Image image = images.get(variant.id());
        if (machines.far() && image != null) {
            created.verifyImage(image.id());
        }
        return created;
    }

    /** Returns the ids of the containers of a variant's service. */
    private static List<String> containers(Docker app, Variant variant) {
        return app.compose("ps", "--all", "--quiet", variant.service()).lines().toList();
    }

    @Override
    DatabaseAddress people() {
        return new DatabaseAddress(databaseContainer().address(), 5432, DATABASE, DATABASE, DATABASE);
    }

    @Override
    public LoadClient client(Path log) {
        return creations.create(() -> {
            List<TalkingClient> clients = SeveralClients.started(machines.load(), machine -> client(machine, log));
            return clients.size() == 1 ? clients.getFirst() : new SeveralClients(machines.load(), clients);
        });
    }

    private TalkingClient client(Machine machine, Path log) {
        Path own = machines.load().size() == 1 ? log : log.resolveSibling(machine.address() + "-" + log.getFileName());
        return ContainerClient.start(
                docker.on(machine),
                new Host(machine),
                observer(machine),
                clientName,
                run,
                machine.far() ? far.cpus(machine) : processors.count(Party.CLIENT),
                own,
                this::databaseDeath);
    }

    @Override
    public Map<String, Probe.Source<comparison.harness.probe.Machine>> machines() {
        return machines.far() ? far.readings(Observer::machine) : super.machines();
    }

    @Override
    public Map<String, Probe.Source<Traffic>> traffic() {
        return machines.far() ? far.readings(Observer::traffic) : super.traffic();
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
                machines.far() ? "containers are not pinned; the roles are on separate machines" : processors.inWords(),
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
        return Host.HERE
                .call("run", "--rm", "--network", "none", "--entrypoint", "java", jvmImage.id(), "--version")
                .lines()
                .reduce((first, last) -> last)
                .orElse("unknown");
    }

    @Override
    public void close() {
        creations.close(this::removeAll);
    }

    private void removeAll() {
        List<String> left = List.of();
        try {
            if (machines.far()) {
                left = far.close(docker, List.of(clientName));
            } else {
                ContainerClient.remove(Host.HERE, clientName);
            }
        } finally {
            if (Files.exists(override)) {
                docker.compose("down", "--volumes", "--remove-orphans", "--timeout", "10");
            }
        }
        if (!left.isEmpty()) {
            throw Fault.broken(String.join("\n", left));
        }
    }
}
