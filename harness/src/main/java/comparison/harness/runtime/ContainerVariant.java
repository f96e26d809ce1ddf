package comparison.harness.runtime;

import comparison.harness.Fault;
import comparison.harness.plan.Limits;
import comparison.harness.plan.Variant;
import comparison.harness.probe.HeapMeter;
import comparison.harness.probe.HotSpot;
import comparison.harness.probe.Meter;
import comparison.harness.probe.StartupProbe;
import comparison.harness.raw.Invocation.AppliedLimits;
import comparison.harness.raw.Jvm;
import comparison.harness.raw.Startup;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A variant as a container. */
final class ContainerVariant implements RunningVariant {

    private static final Duration START_LIMIT = Duration.ofMinutes(2);

    private final Docker docker;
    private final Container container;
    private final Path log;
    private final int port;
    private @Nullable Startup startup;

    private ContainerVariant(Docker docker, Container container, Path log, int port) {
        this.docker = docker;
        this.container = container;
        this.log = log;
        this.port = port;
    }

    /** Starts a container that was made before, with its files in memory, and waits for the first answer. */
    static ContainerVariant start(Docker docker, Variant variant, Limits limits, String id, Path log) {
        docker.readFiles(id);
        Instant asked = Instant.now();
        ContainerVariant started =
                new ContainerVariant(docker, Container.started(docker, id), log, OwnService.port(variant));
        try {
            started.container.verify(variant.service(), limits);
            started.startup = started.awaitAnswer(asked);
            InForce.verify("the variant", limits, started.meter().limits());
            return started;
        } catch (RuntimeException e) {
            started.close();
            throw e;
        }
    }

    private Startup awaitAnswer(Instant asked) {
        StartupProbe probe = new StartupProbe(new InetSocketAddress(container.address(), port));
        StartupProbe.Answer answer = probe.await(container::alive, START_LIMIT)
                .orElseThrow(() -> Fault.broken("the variant " + death().orElseGet(this::silence)));
        saveLog();
        return new Startup(
                1,
                "State.StartedAt",
                seconds(container.startedAt(), answer.at()),
                answer.polls(),
                seconds(asked, container.startedAt()),
                OwnFigure.in(log));
    }

    private static double seconds(Instant from, Instant to) {
        return Duration.between(from, to).toNanos() / (double) TimeUnit.SECONDS.toNanos(1);
    }

    private String silence() {
        saveLog();
        return "did not answer GET /person?limit=1 with 200 within %d s: %s. Log: %s"
                .formatted(START_LIMIT.toSeconds(), Logs.lastLine(log), log);
    }

    private void saveLog() {
        container.saveLog(docker, log);
    }

    int port() {
        return port;
    }

    Container container() {
        return container;
    }

    @Override
    public Startup startup() {
        if (startup == null) {
            throw new IllegalStateException("not started yet");
        }
        return startup;
    }

    @Override
    public Jvm jvm() {
        return ProcessHandle.of(container.pid())
                .map(HotSpot::read)
                .orElseGet(() -> Jvm.missing("the container has ended"));
    }

    @Override
    public Optional<HeapMeter> heap() {
        return ProcessHandle.of(container.pid()).flatMap(HeapMeter::of);
    }

    @Override
    public AppliedLimits limits() {
        return InForce.of(container.meter(), container.pid());
    }

    @Override
    public Meter meter() {
        return container.meter();
    }

    @Override
    public Optional<String> death() {
        if (container.alive()) {
            return Optional.empty();
        }
        saveLog();
        return Optional.of("%s: %s. Log: %s".formatted(container.end(docker), Logs.lastLine(log), log));
    }

    @Override
    public void close() {
        docker.tryEngine("stop", container.id());
        try {
            saveLog();
        } finally {
            docker.tryEngine("rm", "--force", "--volumes", container.id());
        }
    }
}
