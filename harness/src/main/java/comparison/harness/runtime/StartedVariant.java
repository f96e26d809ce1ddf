package comparison.harness.runtime;

import comparison.harness.Fault;
import comparison.harness.plan.Limits;
import comparison.harness.probe.Heap;
import comparison.harness.probe.HeapMeter;
import comparison.harness.probe.HotSpot;
import comparison.harness.probe.Probe;
import comparison.harness.probe.StartupProbe;
import comparison.harness.process.Logs;
import comparison.harness.record.Invocation.AppliedLimits;
import comparison.harness.record.Jvm;
import comparison.harness.record.Startup;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The common part of variants that a testbed starts, as child processes or in containers. */
abstract class StartedVariant implements RunningVariant {

    private static final Duration START_LIMIT = Duration.ofMinutes(2);

    private final String host;
    private final int port;
    private final int managementPort;
    private final Path log;
    private @Nullable Startup startup;

    /**
     * Describes a variant that is still starting.
     *
     * @param host under which this machine reaches it
     * @param log where its output goes
     */
    StartedVariant(String host, int port, int managementPort, Path log) {
        this.host = host;
        this.port = port;
        this.managementPort = managementPort;
        this.log = log;
    }

    /** Returns the id of its first process, as this machine numbers it. */
    abstract long pid();

    /** Returns how it ended, in words that complete "the variant ...". It must have ended. */
    abstract String end();

    /** Writes its output so far to the log, if that does not happen by itself. */
    void saveLog() {}

    /**
     * Describes the start.
     *
     * @param ownSeconds start-up time that the application logged, or null
     */
    abstract Startup startup(StartupProbe.Answer answer, @Nullable Double ownSeconds);

    /**
     * Waits for its first answer and verifies its limits.
     *
     * @throws Fault if it does not answer within 2 min, or if other limits are in force; the variant is then closed
     */
    void await(Limits limits) {
        try {
            StartupProbe.Answer answer = new StartupProbe(new InetSocketAddress(host, port))
                    .await(this::alive, START_LIMIT)
                    .orElseThrow(() -> Fault.broken("the variant " + death().orElseGet(this::silence)));
            saveLog();
            startup = startup(answer, OwnFigure.in(log));
            InForce.verify("the variant", limits, meter().limits());
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private String silence() {
        saveLog();
        return "did not answer GET /person?limit=1 with 200 within %d s: %s. Log: %s"
                .formatted(START_LIMIT.toSeconds(), Logs.lastLine(log), log);
    }

    private Optional<ProcessHandle> handle() {
        return ProcessHandle.of(pid()).filter(ProcessHandle::isAlive);
    }

    private boolean alive() {
        return handle().isPresent();
    }

    int port() {
        return port;
    }

    @Override
    public Startup startup() {
        return Objects.requireNonNull(startup, "not started yet");
    }

    @Override
    public URI app() {
        return URI.create("http://%s:%d".formatted(host, port));
    }

    @Override
    public Optional<URI> management() {
        return Optional.of(URI.create("http://%s:%d".formatted(host, managementPort)));
    }

    @Override
    public Jvm jvm() {
        return handle().map(HotSpot::read).orElseGet(() -> Jvm.missing("its process has ended"));
    }

    @Override
    public Optional<Probe.Source<Heap>> heap() {
        return handle().flatMap(HeapMeter::of).map(meter -> meter);
    }

    @Override
    public AppliedLimits limits() {
        AppliedLimits group = meter().limits();
        String cpuset = Processors.allowed(Long.toString(pid())).orElse(null);
        return new AppliedLimits(group.cpus(), group.memoryBytes(), cpuset);
    }

    @Override
    public Optional<String> death() {
        if (alive()) {
            return Optional.empty();
        }
        saveLog();
        return Optional.of("%s: %s. Log: %s".formatted(end(), Logs.lastLine(log), log));
    }
}
