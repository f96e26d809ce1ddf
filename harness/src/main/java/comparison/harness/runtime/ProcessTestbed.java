package comparison.harness.runtime;

import comparison.contract.Database;
import comparison.contract.DatabaseAddress;
import comparison.harness.Fault;
import comparison.harness.load.ClientProgram;
import comparison.harness.load.Engine;
import comparison.harness.plan.Limits;
import comparison.harness.plan.Variant;
import comparison.harness.probe.Meter;
import comparison.harness.probe.PageCache;
import comparison.harness.process.Program;
import comparison.harness.runtime.Processors.Party;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs variants, client and an embedded PostgreSQL as child processes on the loopback interface. Threads: see
 * {@link Testbed}.
 */
public final class ProcessTestbed extends LocalTestbed {

    /** For all servers, and a few for the harness; postgres/postgresql.conf has the same number. */
    private static final int CONNECTIONS = MOST_SERVERS * Integer.parseInt(Testbed.POOL_SIZE) + 20;

    private final Path project;
    private final Maven maven;
    private final Confinement confinement;
    private final Children children;
    private final Packages packages;
    private final String name;
    private final Limits limits;
    private final Engine engine;
    /** Files that the last start of each variant had mapped or open. */
    private final Map<String, Set<Path>> files = new HashMap<>();

    private @Nullable Database database;
    private Confinement.@Nullable Box databaseBox;

    /**
     * Creates a testbed without starting anything.
     *
     * @param project the folder of this project
     * @param maven the executable of Maven
     * @param name unique among runs on this machine
     * @param limits of server and database
     * @param engine that sends the load
     */
    public ProcessTestbed(Path project, String maven, String name, Limits limits, Engine engine) {
        this.project = project;
        this.maven = new Maven(project, maven);
        this.name = name;
        this.limits = limits;
        this.engine = engine;
        this.confinement = Confinement.best(limits);
        this.children = new Children(confinement, name);
        this.packages = new Packages(project, java(), jvmFlags(), limits);
    }

    /** Describes in one line how child processes are limited on this machine. */
    public static String confinement() {
        return Confinement.best(Limits.ARTICLE).facts().limits();
    }

    @Override
    public String id() {
        return "process";
    }

    @Override
    public void prepare(List<Variant> variants, Path buildLog) {
        maven.build(variants, buildLog);
        maven.build(engine, buildLog);
        startDatabase();
        packages.prepare(variants, running().address(), buildLog);
    }

    private void startDatabase() {
        try {
            database = Database.start(Map.of("max_connections", Integer.toString(CONNECTIONS)));
            databaseBox = confinement.box(name + "-database", Party.DATABASE);
            databaseBox.adopt(databaseProcess());
            InForce.verify("The database", limits, databaseMeter().limits());
        } catch (IllegalStateException e) {
            throw Fault.broken("The database does not come up: " + e.getMessage(), e);
        }
    }

    private Database running() {
        return Objects.requireNonNull(database, "prepare() comes first");
    }

    private ProcessHandle databaseProcess() {
        return ProcessHandle.of(running().pid())
                .orElseThrow(() -> Fault.broken(databaseDeath().orElse("The database has ended.")));
    }

    @Override
    Optional<String> databaseDeath() {
        return ProcessHandle.of(running().pid()).isPresent()
                ? Optional.empty()
                : Optional.of(
                        "The database's process has ended by itself; it was killed, perhaps by the kernel: out of memory ('dmesg' shows it).");
    }

    @Override
    DatabaseAddress people() {
        return running().address();
    }

    @Override
    public RunningVariant start(Variant variant, Path log) {
        PageCache.warm(files.getOrDefault(variant.id(), Set.of()));
        Program program = new Program(packages.command(variant)).in(project).with(environment());
        ChildVariant started = ChildVariant.start(children, variant, program, limits, log);
        files.put(variant.id(), PageCache.files(started.pid()));
        return started;
    }

    @Override
    public boolean sharesPorts() {
        return true;
    }

    private Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>(people().environment());
        environment.put("DB_POOL_SIZE", Testbed.POOL_SIZE);
        environment.put("FILES_DIR", ServedFiles.in(project).toString());
        return environment;
    }

    @Override
    public LoadClient client(Path log) {
        ClientProgram client = engine.client(project);
        Path plans = project.resolve("jmeter");
        String classes = plans.resolve("target/classes").toString();
        List<String> stub = List.of("-cp", classes, "comparison.client.Stub", "0");
        return ProcessClient.start(
                children, jvm(client.flags(), client.main()), jvm(jvmFlags(), stub), plans, log, this::databaseDeath);
    }

    private static List<String> jvm(List<String> flags, List<String> main) {
        return Stream.of(List.of(java().toString()), flags, main)
                .flatMap(List::stream)
                .toList();
    }

    private static Path java() {
        return Path.of(System.getProperty("java.home"), "bin", "java");
    }

    @Override
    public Meter databaseMeter() {
        return Objects.requireNonNull(databaseBox, "prepare() comes first").meter(databaseProcess());
    }

    @Override
    public Facts facts() {
        return new Facts(
                limits(),
                confinement.processors().inWords(),
                confinement.facts().memorySource(),
                "%s %s".formatted(System.getProperty("java.vm.name"), System.getProperty("java.vm.version")),
                jvmFlags(),
                packages.nativeFlags(),
                engine.described(project),
                "PostgreSQL %s, embedded; durable (its own defaults), SCRAM".formatted(sql("show server_version")),
                Map.of());
    }

    List<String> limits() {
        return limits == Limits.NONE
                ? UNLIMITED
                : List.of(
                        "server: " + confinement.facts().limits(),
                        "database: " + confinement.facts().limitsWithoutFlags(),
                        "client: none");
    }

    List<String> jvmFlags() {
        return Stream.concat(Flags.COMMON.stream(), confinement.facts().jvmFlags().stream())
                .toList();
    }

    @Override
    public void close() {
        try {
            children.close();
        } finally {
            closeDatabase();
        }
    }

    /** Stops the database and removes its control group, even if stopping fails. */
    private void closeDatabase() {
        try {
            if (database != null) {
                database.close();
            }
        } catch (IllegalStateException e) {
            throw Fault.broken("The database does not stop: " + e.getMessage(), e);
        } finally {
            if (databaseBox != null) {
                databaseBox.close();
            }
        }
    }
}
