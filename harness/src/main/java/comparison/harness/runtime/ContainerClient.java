package comparison.harness.runtime;

import comparison.harness.Fault;
import comparison.harness.load.JMeter;
import comparison.harness.load.Target;
import comparison.harness.probe.Meter;
import comparison.harness.process.Child;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Runs client and stub as containers of the variants' Compose project. */
final class ContainerClient extends TalkingClient {

    private static final Target STUB = new Target("stub", 8080);

    private final String name;
    private final Path run;
    private final Child child;

    private ContainerClient(
            String name, Path run, Child child, Path log, int cpus, Supplier<Optional<String>> databaseDeath) {
        super(child, log, "/load", STUB, cpus, databaseDeath);
        this.name = name;
        this.run = run;
        this.child = child;
    }

    /**
     * Starts both and waits until the client accepts orders.
     *
     * @param name of the client's container, unique on this engine; the stub's is derived from it
     * @param run folder that contains all results
     * @param cpus processors that the client may use
     * @param log of the client; the stub's log is in the same folder
     * @throws Fault if one of them does not start
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
        Child child = docker.program("run", "--rm", "-T", "--no-deps", "--name", name, "client")
                .with(environment(run))
                .startTalking(log);
        ContainerClient started = new ContainerClient(name, run, child, log, cpus, databaseDeath);
        started.awaitReady();
        return started;
    }

    private static String stub(String name) {
        return name + "-stub";
    }

    /**
     * Returns variables that give the client the flags of its JVM and the folder of the run. The client runs as the
     * owner of that folder, so the results belong to the same user.
     */
    private static Map<String, String> environment(Path run) {
        try {
            return Map.of(
                    "LOAD_RESULTS",
                    run.toAbsolutePath().toString(),
                    "LOAD_USER",
                    Files.getAttribute(run, "unix:uid") + ":" + Files.getAttribute(run, "unix:gid"),
                    "CLIENT_FLAGS",
                    String.join(" ", JMeter.JVM_FLAGS));
        } catch (IOException e) {
            throw Fault.broken("Cannot start the client's container: %s.".formatted(e.getMessage()), e);
        }
    }

    @Override
    String seen(Path file) {
        return "/results/" + run.toAbsolutePath().relativize(file.toAbsolutePath());
    }

    @Override
    public Meter meter() {
        return Container.inspect(name).meter();
    }

    @Override
    public Meter stubMeter() {
        return Container.inspect(stub(name)).meter();
    }

    @Override
    public void close() {
        child.process().destroy();
        remove(name);
    }

    /** Removes the containers of a client and its stub, if they exist. */
    static void remove(String name) {
        List.of(name, stub(name)).forEach(container -> Docker.run("rm", "--force", container));
    }
}
