package comparison.harness.runtime;

import comparison.harness.Fault;
import comparison.harness.load.Target;
import comparison.harness.probe.Meter;
import comparison.harness.process.Child;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Runs client and stub as containers of the variants' Compose project. On another machine, samples are written there,
 * and only those that are wanted are fetched after the load.
 */
final class ContainerClient extends TalkingClient {

    /** Port of the stub on another machine, where a variant may run, too. */
    static final int FAR_STUB_PORT = 18080;

    private static final String FAR_RESULT = "/results/samples.jtl";

    private final Host host;
    private final Observer observer;
    private final String name;
    private final Path run;
    private final Child child;
    private final Container client;
    private final Container stub;

    private ContainerClient(
            Host host,
            Observer observer,
            String name,
            Path run,
            Child child,
            Path log,
            int cpus,
            Supplier<Optional<String>> databaseDeath) {
        super(child, log, "/load", stub(host), cpus, databaseDeath);
        this.host = host;
        this.observer = observer;
        this.name = name;
        this.run = run;
        this.child = child;
        awaitReady();
        this.client = Container.inspect(host, observer, name);
        this.stub = Container.inspect(host, observer, stub(name));
    }

    private static Target stub(Host host) {
        return host.machine().far() ? new Target(host.machine().address(), FAR_STUB_PORT) : new Target("stub", 8080);
    }

    /**
     * Starts both and waits until the client accepts orders.
     *
     * @param docker of the client's machine
     * @param host the same machine
     * @param observer of the same machine
     * @param name of the client's container, unique on this engine; the stub's is derived from it
     * @param run folder that contains all results
     * @param cpus processors that the client may use
     * @param log of the client; the stub's log is in the same folder
     * @throws Fault if one of them does not start; both are then removed
     */
    static ContainerClient start(
            Docker docker,
            Host host,
            Observer observer,
            String name,
            Path run,
            int cpus,
            Path log,
            Supplier<Optional<String>> databaseDeath) {
        try {
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
                    .with(environment(host, run))
                    .startTalkingAsCaller(log);
            return new ContainerClient(host, observer, name, run, child, log, cpus, databaseDeath);
        } catch (RuntimeException e) {
            if (observer.lost().isEmpty()) {
                remove(host, name);
            }
            throw e;
        }
    }

    private static String stub(String name) {
        return name + "-stub";
    }

    /**
     * Returns variables that give the client the folder of the run. The client runs as the owner of that folder, so the
     * results belong to the same user. Another machine has no such folder; there a volume takes its place.
     */
    private static Map<String, String> environment(Host host, Path run) {
        Map<String, String> environment = new HashMap<>();
        if (!host.machine().far()) {
            try {
                environment.put("LOAD_RESULTS", run.toAbsolutePath().toString());
                environment.put(
                        "LOAD_USER", Files.getAttribute(run, "unix:uid") + ":" + Files.getAttribute(run, "unix:gid"));
            } catch (IOException e) {
                throw Fault.broken("Cannot start the client's container: %s.".formatted(e.getMessage()), e);
            }
        }
        return environment;
    }

    @Override
    String seen(Path file) {
        return host.machine().far()
                ? FAR_RESULT
                : "/results/" + run.toAbsolutePath().relativize(file.toAbsolutePath());
    }

    @Override
    public void fetch(Path result) {
        if (host.machine().far()) {
            host.call("cp", name + ":" + FAR_RESULT, result.toString());
        }
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
        if (observer.lost().isEmpty()) {
            remove(host, name);
        }
    }

    /** Removes the containers of a client and its stub, if they exist. */
    static void remove(Host host, String name) {
        List.of(name, stub(name)).forEach(container -> host.run("rm", "--force", container));
    }
}
