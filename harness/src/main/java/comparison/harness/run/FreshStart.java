package comparison.harness.run;

import comparison.harness.load.LoadOrder;
import comparison.harness.plan.Plan;
import comparison.harness.probe.Machine;
import comparison.harness.probe.Probe;
import comparison.harness.probe.Reading;
import comparison.harness.probe.Sampling;
import comparison.harness.probe.Scraping;
import comparison.harness.record.Invocation;
import comparison.harness.record.Json;
import comparison.harness.record.Load;
import comparison.harness.record.Rest;
import comparison.harness.record.RunFolder.InvocationFolder;
import comparison.harness.runtime.RunningVariant;
import comparison.harness.runtime.Testbed;
import comparison.harness.workload.Phase;
import comparison.harness.workload.Simulation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One fresh start of a variant, from the start of its server to its end. Used by one thread. */
final class FreshStart implements AutoCloseable {

    /** Long enough for several readings of memory at rest, short enough to leave the server cold. */
    private static final Duration REST = Duration.ofSeconds(1);

    /**
     * Pause after a load, in which collectors and compilers finish their work. A warm-up comes after it, so that what
     * runs only after a pause, such as a pool's test of idle connections, is compiled before the measured load.
     */
    private static final Duration SETTLING = Duration.ofSeconds(3);

    private final Plan plan;
    private final Plan.Slot slot;
    private final InvocationFolder folder;
    private final Loads loads;
    private final Consumer<String> step;
    private final Stopwatch watch = new Stopwatch();
    private final RunningVariant running;
    private final Invocation.AppliedLimits limits;
    private final @Nullable Scraping scraping;
    private Machine idle;
    private @Nullable WarmUp warmUp;
    private boolean closed;

    /**
     * Starts the variant and measures it at rest.
     *
     * @param step is told what begins
     */
    FreshStart(
            Plan plan, Plan.Slot slot, InvocationFolder folder, Testbed testbed, Loads loads, Consumer<String> step) {
        this.plan = plan;
        this.slot = slot;
        this.folder = folder;
        this.loads = loads;
        this.step = step;
        step.accept(name() + ": start");
        testbed.resetTable(plan.table());
        running = watch.start(() -> testbed.start(plan.variant(slot.variant()), folder.appLog()));
        try {
            scraping = plan.scraped() ? scraping() : null;
            Json.write(folder.startup(), running.startup());
            limits = running.limits();
            idle = rest(folder.atRest(), folder.jvmAtRest());
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    String name() {
        return "%s%s #%d"
                .formatted(
                        slot.variant(),
                        Optional.ofNullable(slot.simulation())
                                .map(simulation -> ", " + simulation)
                                .orElse(""),
                        slot.invocation());
    }

    /** Returns null for a variant without management endpoints. */
    private @Nullable Scraping scraping() {
        Duration sinceStart = Duration.ofNanos(Math.round(running.startup().seconds() * TimeUnit.SECONDS.toNanos(1)));
        return running.management()
                .map(management -> Scraping.begin(management, sinceStart, folder.scrapes()))
                .orElse(null);
    }

    Plan.Slot slot() {
        return slot;
    }

    /** Sends the simulation of this start. */
    void simulation(Simulation simulation) {
        step.accept("%s: %d requests".formatted(name(), simulation.requests()));
        watch.load(() -> loads.load(
                running, new LoadOrder(simulation), folder.load(Phase.COLD), "figures of the simulation", idle));
    }

    /** Sends the loads of the plan before the warm-up. */
    void upToWarmUp() {
        Load last = load(Phase.COLD);
        double seconds = last.seconds();
        if (plan.measures(Phase.SECOND)) {
            settle();
            last = load(Phase.SECOND);
            seconds += last.seconds();
        }
        if (plan.measures(Phase.WARM)) {
            settle();
            warmUp = loads.warmUp(running, folder, last, seconds);
        }
        watch.pause();
    }

    /** Returns whether the warm-up is over. */
    boolean isWarm() {
        return begun().isOver();
    }

    /** Sends a window of the warm-up. */
    void warmUp() {
        watch.goOn();
        WarmUp current = begun();
        watch.load(() -> {
            current.window();
            // The page is fetched too rarely for its code to be compiled as early as that of the load.
            if (scraping != null) {
                scraping.now();
            }
            return current;
        });
        watch.pause();
    }

    private WarmUp begun() {
        return Objects.requireNonNull(warmUp, "upToWarmUp() comes first");
    }

    private void settle() {
        idle = loads.machine();
        watch.rest(SETTLING);
    }

    /** Sends the load of a phase as a whole. */
    Load load(Phase phase) {
        watch.goOn();
        step.accept("%s: %s load".formatted(name(), phase.label()));
        return watch.load(() -> loads.load(
                running,
                folder.load(phase),
                phase,
                plan.measures(phase) ? "figures of the %s row".formatted(phase.label()) : "discarded",
                idle));
    }

    /** Sends one of {@link Loads#windows} of the warm load. */
    void window(int number) {
        watch.goOn();
        watch.load(() -> loads.window(running, folder.load(Phase.WARM), number, idle));
        watch.pause();
    }

    /**
     * Measures the server at rest, stops it, and returns the outcome.
     *
     * @param session number of the session
     */
    Invocation end(int session) {
        watch.goOn();
        rest(folder.after(), folder.jvmAfter());
        close();
        return watch.invocation(session, limits);
    }

    /**
     * Measures the memory of the idle server during {@link #REST}.
     *
     * @return the state of the machine before
     */
    private Machine rest(Path readings, Path jvm) {
        Machine before = loads.machine();
        try (Sampling _ = Sampling.of(List.of(new Probe<>(Reading.SERIES, running.meter(), readings)))) {
            watch.rest(REST);
        }
        Json.write(jvm, new Rest(1, REST.toMillis() / (double) TimeUnit.SECONDS.toMillis(1), running.jvm()));
        return before;
    }

    /** Stops the server. A second call has no effect. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        try (running) {
            if (scraping != null) {
                scraping.close();
            }
        }
    }
}
