package comparison.harness.runtime;

import comparison.harness.Fault;
import comparison.harness.load.JMeter;
import comparison.harness.load.LoadOrder;
import comparison.harness.load.Target;
import comparison.harness.probe.Meter;
import comparison.harness.raw.Load.Sent;
import comparison.harness.runtime.Processors.Party;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Client and stub as child processes. */
final class ProcessClient implements LoadClient {

    private static final Duration STUB_LIMIT = Duration.ofSeconds(20);
    private static final int GLANCE_MILLIS = 20;
    private static final Pattern PORT = Pattern.compile("\\d+");
    private static final String LOOPBACK = "127.0.0.1";

    private final Children.Child client;
    private final Children.Child stub;
    private final ClientLine line;
    private final Target stubTarget;
    private final String plans;
    private final int cpus;
    private final Supplier<Optional<String>> databaseDeath;

    private ProcessClient(
            Children.Child client,
            Children.Child stub,
            Path log,
            Path plans,
            int stubPort,
            int cpus,
            Supplier<Optional<String>> databaseDeath) {
        this.client = client;
        this.stub = stub;
        this.line = new ClientLine(client.process(), log);
        this.stubTarget = new Target(LOOPBACK, stubPort);
        this.plans = plans.toString();
        this.cpus = cpus;
        this.databaseDeath = databaseDeath;
    }

    /**
     * Starts both and waits until the client takes orders.
     *
     * @param command of the client
     * @param jmeter has the stub and the plans
     */
    static ProcessClient start(
            Children children,
            List<String> command,
            JMeter jmeter,
            Path java,
            List<String> serverFlags,
            Path log,
            Supplier<Optional<String>> databaseDeath) {
        Path stubLog = log.resolveSibling("stub.log");
        Children.Child stub = children.start("stub", Party.SERVER, jmeter.stub(java, serverFlags), Map.of(), stubLog);
        try {
            int port = port(stub, stubLog);
            Children.Child client = children.startTalking("client", command, log);
            ProcessClient started = new ProcessClient(
                    client, stub, log, jmeter.module(), port, children.processors(Party.CLIENT), databaseDeath);
            started.line.awaitReady();
            return started;
        } catch (RuntimeException e) {
            stub.close();
            throw e;
        }
    }

    private static int port(Children.Child stub, Path log) {
        long start = System.nanoTime();
        while (stub.process().isAlive() && System.nanoTime() - start < STUB_LIMIT.toNanos()) {
            Optional<Integer> port = said(log);
            if (port.isPresent()) {
                return port.get();
            }
            pause();
        }
        throw Fault.broken("The stub does not start: %s. Log: %s".formatted(Logs.lastLine(log), log));
    }

    private static Optional<Integer> said(Path log) {
        try {
            return Files.readString(log)
                    .lines()
                    .filter(text -> PORT.matcher(text).matches())
                    .findFirst()
                    .map(Integer::valueOf);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(GLANCE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Fault.broken("The start of the stub was interrupted.", e);
        }
    }

    @Override
    public Sent load(RunningVariant variant, LoadOrder order, Path result) {
        Target target = new Target(LOOPBACK, ((ChildVariant) variant).port());
        return line.load(
                order,
                target,
                plans,
                result.toString(),
                () -> variant.death().map(why -> "the variant " + why).or(databaseDeath));
    }

    @Override
    public Sent loadStub(LoadOrder order, Path result) {
        return line.load(order, stubTarget, plans, result.toString(), Optional::empty);
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
    public int cpus() {
        return cpus;
    }

    @Override
    public void close() {
        client.close();
        stub.close();
    }
}
