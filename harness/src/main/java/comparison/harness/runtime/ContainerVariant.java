package comparison.harness.runtime;

import comparison.harness.load.Target;
import comparison.harness.plan.Limits;
import comparison.harness.plan.Variant;
import comparison.harness.probe.Meter;
import comparison.harness.probe.StartupProbe;
import comparison.harness.record.Startup;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Runs a variant as a container. */
final class ContainerVariant extends StartedVariant {

    private final Container container;
    private final @Nullable Instant asked;
    private final RemoteObserver.@Nullable Polling polling;
    private final Path log;

    private ContainerVariant(
            Container container,
            @Nullable Instant asked,
            RemoteObserver.@Nullable Polling polling,
            Variant variant,
            Path log) {
        super(
                container.observer(),
                container.address(),
                OwnService.port(variant),
                OwnService.managementPort(variant),
                log);
        // Its process may have the id of an earlier container's, which has ended.
        container.observer().forget(container.pid());
        this.container = container;
        this.asked = asked;
        this.polling = polling;
        this.log = log;
    }

    /**
     * Reads a container's files into the page cache, starts it, and waits for the first answer.
     *
     * @param created the container, not started yet
     * @throws comparison.harness.Fault if it does not start, or runs within other limits
     */
    static ContainerVariant start(Variant variant, Limits limits, Container created, Path log) {
        ContainerVariant started = starting(variant, limits, created, log);
        started.await(limits);
        return started;
    }

    /**
     * Starts the container. If that fails, or if the engine does not describe it, removes the container: it may start
     * nevertheless, and would then run at the same time as the next variant.
     */
    private static ContainerVariant starting(Variant variant, Limits limits, Container created, Path log) {
        try {
            int port = OwnService.port(variant);
            created.verify(variant.service(), limits);
            created.host().readFiles(created.id());
            if (created.observer() instanceof RemoteObserver remote) {
                // A command takes half a second to reach the machine, so it polls by itself, from before the start.
                RemoteObserver.Polling polling = remote.poll(created.address(), port, START_LIMIT);
                return new ContainerVariant(created.started(), null, polling, variant, log);
            }
            Instant asked = Instant.now();
            return new ContainerVariant(created.started(), asked, null, variant, log);
        } catch (RuntimeException e) {
            created.remove();
            throw e;
        }
    }

    /** On another machine, that machine polls, because its clock also measures the container's start. */
    @Override
    Optional<StartupProbe.Answer> firstAnswer(Duration limit) {
        return polling == null ? super.firstAnswer(limit) : polling.await(this::alive);
    }

    @Override
    Startup startup(StartupProbe.Answer answer, @Nullable Double ownSeconds) {
        return new Startup(
                1,
                "State.StartedAt",
                seconds(container.startedAt(), answer.at()),
                answer.polls(),
                asked == null ? null : Double.valueOf(seconds(asked, container.startedAt())),
                ownSeconds);
    }

    private static double seconds(Instant from, Instant to) {
        return Duration.between(from, to).toNanos() / (double) TimeUnit.SECONDS.toNanos(1);
    }

    @Override
    long pid() {
        return container.pid();
    }

    @Override
    String end() {
        return container.end();
    }

    @Override
    void saveLog() {
        container.saveLog(log);
    }

    /** By address, because containers of the same service share their names. */
    @Override
    public Target target() {
        return new Target(container.address(), port());
    }

    @Override
    public Meter meter() {
        return container.meter();
    }

    /** Empty: attaching to a JVM requires the same user and the same files as this process. */
    @Override
    public Optional<ProcessHandle> process() {
        return Optional.empty();
    }

    @Override
    public Optional<Inside> inside() {
        return Optional.of(new InsideContainer(container));
    }

    @Override
    public void close() {
        container.end(log);
    }
}
