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
    private final Instant asked;
    private final Path log;

    private ContainerVariant(Container container, Instant asked, Variant variant, Path log) {
        super(container.address(), OwnService.port(variant), OwnService.managementPort(variant), log);
        this.container = container;
        this.asked = asked;
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
            created.verify(variant.service(), limits);
            Docker.readFiles(created.id());
            Instant asked = Instant.now();
            return new ContainerVariant(created.started(), asked, variant, log);
        } catch (RuntimeException e) {
            created.remove();
            throw e;
        }
    }

    @Override
    Startup startup(StartupProbe.Answer answer, @Nullable Double ownSeconds) {
        return new Startup(
                1,
                "State.StartedAt",
                seconds(container.startedAt(), answer.at()),
                answer.polls(),
                seconds(asked, container.startedAt()),
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
    public void close() {
        container.end(log);
    }
}
