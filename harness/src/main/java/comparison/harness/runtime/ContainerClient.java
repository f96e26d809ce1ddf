package comparison.harness.runtime;

import comparison.harness.Fault;
import comparison.harness.load.JMeter;
import comparison.harness.load.LoadOrder;
import comparison.harness.load.Target;
import comparison.harness.probe.Meter;
import comparison.harness.raw.Load.Sent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Client and stub as containers of the Compose project that the variants are in. */
final class ContainerClient implements LoadClient {

    private static final int PORT = 8080;
    private static final String PLANS = "/load";
    private static final String RESULTS = "/results";

    private final Docker docker;
    private final String name;
    private final Path run;
    private final int cpus;
    private final Process process;
    private final ClientLine line;
    private final Supplier<Optional<String>> databaseDeath;

    private ContainerClient(
            Docker docker,
            String name,
            Path run,
            int cpus,
            Process process,
            Path log,
            Supplier<Optional<String>> databaseDeath) {
        this.docker = docker;
        this.name = name;
        this.run = run;
        this.cpus = cpus;
        this.process = process;
        this.line = new ClientLine(process, log);
        this.databaseDeath = databaseDeath;
    }

    /**
     * Starts both and waits until the client takes orders.
     *
     * @param name of the client's container, unique on this engine; the stub's is derived from it
     * @param run folder below which all results lie
     * @param cpus processors that the client may use
     */
    static ContainerClient start(
            Docker docker, String name, Path run, int cpus, Path log, Supplier<Optional<String>> databaseDeath) {
        docker.compose(
                log.resolveSibling("stub.log"),
                "run",
                "--detach",
                "--no-deps",
                "--use-aliases",
                "--name",
                stub(name),
                "stub");
        Process process = client(docker, name, run, log);
        ContainerClient started = new ContainerClient(docker, name, run, cpus, process, log, databaseDeath);
        try {
            started.line.awaitReady();
            return started;
        } catch (RuntimeException e) {
            started.close();
            throw e;
        }
    }

    private static String stub(String name) {
        return name + "-stub";
    }

    private static Process client(Docker docker, String name, Path run, Path log) {
        ProcessBuilder builder = new ProcessBuilder(
                        docker.composeCommand("run", "--rm", "-T", "--no-deps", "--name", name, "client"))
                .redirectError(log.toFile());
        try {
            builder.environment().putAll(environment(docker, run));
            return builder.start();
        } catch (IOException e) {
            throw Fault.broken("Cannot start the client's container: %s.".formatted(e.getMessage()), e);
        }
    }

    /** The results belong to whom the folder of the run belongs. */
    private static Map<String, String> environment(Docker docker, Path run) throws IOException {
        Map<String, String> environment = new HashMap<>(docker.environment());
        environment.put("LOAD_RESULTS", run.toAbsolutePath().toString());
        environment.put("LOAD_USER", Files.getAttribute(run, "unix:uid") + ":" + Files.getAttribute(run, "unix:gid"));
        environment.put("CLIENT_FLAGS", String.join(" ", JMeter.JVM_FLAGS));
        return environment;
    }

    @Override
    public Sent load(RunningVariant variant, LoadOrder order, Path result) {
        return line.load(
                order,
                new Target("app", ((ContainerVariant) variant).port()),
                PLANS,
                inside(result),
                () -> variant.death().map(why -> "the variant " + why).or(databaseDeath));
    }

    @Override
    public Sent loadStub(LoadOrder order, Path result) {
        return line.load(order, new Target("stub", PORT), PLANS, inside(result), Optional::empty);
    }

    private String inside(Path result) {
        return RESULTS + "/" + run.toAbsolutePath().relativize(result.toAbsolutePath());
    }

    @Override
    public Meter meter() {
        return Container.inspect(docker, name).meter();
    }

    @Override
    public Meter stubMeter() {
        return Container.inspect(docker, stub(name)).meter();
    }

    @Override
    public int cpus() {
        return cpus;
    }

    @Override
    public void close() {
        process.destroy();
        remove(docker, name);
    }

    /** Removes what a client of that name left; it does not matter whether there is anything. */
    static void remove(Docker docker, String name) {
        List.of(name, stub(name)).forEach(container -> docker.tryEngine("rm", "--force", container));
    }
}
