package comparison.harness.runtime;

import comparison.harness.Fault;
import comparison.harness.load.Target;
import comparison.harness.probe.Meter;
import comparison.harness.process.Conversation;
import comparison.harness.process.Logs;
import comparison.harness.process.Program;
import comparison.harness.runtime.Processors.Party;
import java.io.EOFException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Runs client and stub as child processes. */
final class ProcessClient extends TalkingClient {

    static final String LOOPBACK = "127.0.0.1";

    private static final Duration STUB_LIMIT = Duration.ofSeconds(20);
    private static final Pattern PORT = Pattern.compile("\\d+");

    private final Children.Boxed client;
    private final Children.Boxed stub;

    private ProcessClient(
            Children.Boxed client,
            Children.Boxed stub,
            Path log,
            Path plans,
            int port,
            int cpus,
            Supplier<Optional<String>> databaseDeath) {
        super(client.child(), log, plans.toString(), new Target(LOOPBACK, port), cpus, databaseDeath);
        this.client = client;
        this.stub = stub;
    }

    /**
     * Starts both and waits until the client accepts orders.
     *
     * @param command of the client
     * @param stubCommand of the stub
     * @param plans folder of the plans
     * @param log where the output of the client goes; the stub's log is in the same folder
     * @throws Fault if one of them does not start; both are then ended
     */
    static ProcessClient start(
            Children children,
            List<String> command,
            List<String> stubCommand,
            Path plans,
            Path log,
            Supplier<Optional<String>> databaseDeath) {
        Path stubLog = log.resolveSibling("stub.log");
        Children.Boxed stub =
                children.start("stub", Party.SERVER, new Program(stubCommand), boxed -> boxed.startTalking(stubLog));
        try {
            int port = port(new Conversation(stub.child()), stubLog);
            ProcessClient started = new ProcessClient(
                    children.start("client", Party.CLIENT, new Program(command), boxed -> boxed.startTalking(log)),
                    stub,
                    log,
                    plans,
                    port,
                    children.processors(Party.CLIENT),
                    databaseDeath);
            started.awaitReady();
            return started;
        } catch (RuntimeException e) {
            stub.close();
            throw e;
        }
    }

    /** Reads the stub's port, skipping warnings that the JVM may print before it. */
    private static int port(Conversation stub, Path log) {
        try {
            String said = stub.hear(STUB_LIMIT);
            while (said != null && !PORT.matcher(said).matches()) {
                said = stub.hear(STUB_LIMIT);
            }
            if (said != null) {
                return Integer.parseInt(said);
            }
        } catch (EOFException ended) {
            // Reported below.
        }
        throw Fault.broken("The stub does not start: %s. Log: %s".formatted(Logs.lastLine(log), log));
    }

    @Override
    String seen(Path file) {
        return file.toString();
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
        client.close();
        stub.close();
    }
}
