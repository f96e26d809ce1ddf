package comparison.harness.runtime;

import comparison.harness.Fault;
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

    private final String name;
    private final Path run;
    private final Child child;
    private final Container client;
    private final Container stub;

    private ContainerClient(
            String name, Path run, Child child, Path log, int cpus, Supplier<Optional<String>> databaseDeath) {
        super(child, log, "/load", new Target("stub", 8080), cpus, databaseDeath);
        this.name = name;
        this.run = run;
        this.child = child;
        awaitReady();
        this.client = Container.inspect(name);
        this.stub = Container.inspect(stub(name));
    }

    /**
     * Starts both and waits until the client accepts orders.
     *
     * @param name of the client's container, unique on this engine; the stub's is derived from it
     * @param run folder that contains all results
     * @param cpus processors that the client may use
     * @param log of the client; the stub's log is in the same folder
     * @throws Fault if one of them does not start; both are then removed
     */
    static ContainerClient start(
            Compose compose, String name, Path run, int cpus, Path log, Supplier<Optional<String>> databaseDeath) {
        try {
            compose.call(
                    log.resolveSibling("stub.log"),
                    "run",
                    "--detach",
                    "--no-deps",
                    "--use-aliases",
                    "--name",
                    stub(name),
                    "stub");
            Child child = compose.program("run", "--rm", "-T", "--no-deps", "--name", name, "client")
                    .with(environment(run))
                    .startTalkingAsCaller(log);
            return new ContainerClient(name, run, child, log, cpus, databaseDeath);
        } catch (RuntimeException e) {
            remove(name);
            throw e;
        }
    }

    private static String stub(String name) {
        return name + "-stub";
    }

    /**
     * Returns variables that give the client the folder of the run. The client runs as the owner of that folder, so the
     * results belong to the same user.
     */
    private static Map<String, String> environment(Path run) {
        try {
            return Map.of(
                    "LOAD_RESULTS",
                    run.toAbsolutePath().toString(),
                    "LOAD_USER",
                    Files.getAttribute(run, "unix:uid") + ":" + Files.getAttribute(run, "unix:gid"));
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
        return client.meter();
    }

    @Override
    public Meter stubMeter() {
        return stub.meter();
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
