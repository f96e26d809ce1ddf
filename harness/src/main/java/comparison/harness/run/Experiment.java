package comparison.harness.run;

import comparison.harness.Fault;
import comparison.harness.load.LoadOrder;
import comparison.harness.plan.Plan;
import comparison.harness.plan.Variant;
import comparison.harness.probe.Machine;
import comparison.harness.probe.Probe;
import comparison.harness.probe.Reading;
import comparison.harness.probe.Sampling;
import comparison.harness.probe.Scraping;
import comparison.harness.record.Disk;
import comparison.harness.record.Invocation;
import comparison.harness.record.Json;
import comparison.harness.record.Load;
import comparison.harness.record.Rest;
import comparison.harness.record.RunFolder;
import comparison.harness.record.RunFolder.InvocationFolder;
import comparison.harness.runtime.RunningVariant;
import comparison.harness.runtime.Testbed;
import comparison.harness.workload.Phase;
import comparison.harness.workload.Simulation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Executes the part of a plan that is not on disk yet, in a prepared testbed. A failure of one variant is recorded, and
 * the others are measured. A failure that affects all variants, such as a full disk or a lost database, ends the run.
 * Used by one thread.
 */
public final class Experiment {

    /** Long enough for several readings of memory at rest, short enough to leave the server cold. */
    private static final Duration REST = Duration.ofSeconds(1);

    /**
     * Pause after a load, in which collectors and compilers finish their work. A warm-up comes after it, so that what
     * runs only after a pause, such as a pool's test of idle connections, is compiled before the measured load.
     */
    private static final Duration SETTLING = Duration.ofSeconds(3);

    private final RunFolder run;
    private final int session;
    private final Testbed testbed;
    private final Progress progress;
    private final Gate gate;
    private final Set<String> gated = new HashSet<>();
    private final Map<String, String> unfit = new LinkedHashMap<>();
    private final Function<Plan, Optional<Plan>> extension;
    private final Consumer<Plan> completed;
    private boolean bracketing;
    private Plan plan;
    private int round;
    private int done;
    private int steps;
    private long gatesLeft;
    private long invocationsLeft;

    /**
     * Creates an experiment without starting anything.
     *
     * @param session 1 for the first session, plus one for each resumption
     * @param extension called after the plan has been executed; returns a longer plan with the same beginning, or empty
     * @param completed called after each round that another round follows, with the plan of the completed rounds
     */
    public Experiment(
            Plan plan,
            RunFolder run,
            int session,
            Testbed testbed,
            Progress progress,
            Function<Plan, Optional<Plan>> extension,
            Consumer<Plan> completed) {
        this.plan = plan;
        this.run = run;
        this.session = session;
        this.testbed = testbed;
        this.progress = progress;
        this.extension = extension;
        this.completed = completed;
        this.gate = new Gate(plan, run, testbed);
    }

    /** Also sends a load to the stub right before and right after each warm load, for the study of noise. */
    public Experiment bracketing() {
        bracketing = true;
        return this;
    }

    /**
     * Runs all invocations that are not on disk.
     *
     * @throws Fault if the run cannot continue; what has been measured is on disk
     */
    public void run() {
        steps = 1;
        try (WarmClient client = new WarmClient(
                testbed,
                run,
                Loads.order(plan),
                plan.open(),
                !plan.simulations().isEmpty())) {
            Loads loads = new Loads(testbed, client, plan);
            measureTheRest(client, loads);
            for (Optional<Plan> longer = extension.apply(plan); longer.isPresent(); longer = extension.apply(plan)) {
                plan = longer.get();
                measureTheRest(client, loads);
            }
        }
    }

    /** Each session checks each variant once, because it may have changed since an earlier session. */
    private void measureTheRest(WarmClient client, Loads loads) {
        List<Plan.Slot> left = left(plan, run);
        List<Variant> variants = plan.variants().stream()
                .filter(variant -> left.stream().anyMatch(slot -> slot.variant().equals(variant.id())))
                .filter(variant -> gated.add(variant.id()))
                .toList();
        gatesLeft = variants.size();
        invocationsLeft = left.size();
        steps += variants.size() + left.size() * stepsPerInvocation();
        variants.forEach(this::gate);
        for (Plan.Slot slot : left) {
            beginRoundOf(slot);
            invocation(slot, client, loads);
        }
    }

    /** Reports a completed round. Simulations are not ordered in rounds. */
    private void beginRoundOf(Plan.Slot slot) {
        if (round > 0 && slot.invocation() > round && plan.simulations().isEmpty()) {
            completed.accept(plan.withInvocations(slot.invocation() - 1));
        }
        round = slot.invocation();
    }

    /** Returns the invocations of a plan that are not on disk, in the order of the plan. */
    public static List<Plan.Slot> left(Plan plan, RunFolder run) {
        return plan.order().stream()
                .filter(slot -> !Files.isRegularFile(run.invocation(slot).outcome()))
                .toList();
    }

    private int stepsPerInvocation() {
        return 1 + plan.loadsPerInvocation() + (plan.measures(Phase.WARM) ? 1 : 0);
    }

    private void step(String what, boolean clientIsWarm) {
        Duration left = Estimate.of(plan, run, Optional.empty()).left(gatesLeft, invocationsLeft, !clientIsWarm);
        progress.step(what, done++, steps, left);
    }

    private void gate(Variant variant) {
        step(variant.id() + ": discarded start, contract and SQL", false);
        try {
            gate.check(variant);
        } catch (Fault fault) {
            unfit.put(variant.id(), fault.line());
            trouble(variant.id(), fault);
        }
        gatesLeft--;
    }

    /** Reports a failure, and ends the run if the database has died: nothing can be measured without it. */
    private void trouble(String variant, Fault fault) {
        progress.trouble(variant + ": " + fault.line());
        testbed.rows();
    }

    private void invocation(Plan.Slot slot, WarmClient client, Loads loads) {
        InvocationFolder folder = run.invocation(slot);
        int before = done;
        setAside(folder.path());
        Invocation outcome = Optional.ofNullable(unfit.get(slot.variant()))
                .map(why -> new Invocation(false, why))
                .orElseGet(() -> measured(slot, folder, client, loads));
        done = before + stepsPerInvocation();
        invocationsLeft--;
        Json.write(folder.outcome(), outcome);
    }

    /** Renames an incomplete invocation of an interrupted session. No figure is computed from it. */
    private static void setAside(Path folder) {
        if (!Files.isDirectory(folder)) {
            return;
        }
        Disk.attempt("move " + folder, () -> {
            int number = 1;
            while (Files.exists(folder.resolveSibling(folder.getFileName() + ".broken-" + number))) {
                number++;
            }
            Files.move(folder, folder.resolveSibling(folder.getFileName() + ".broken-" + number));
        });
    }

    private Invocation measured(Plan.Slot slot, InvocationFolder folder, WarmClient client, Loads loads) {
        if (!client.ready()) {
            step("warming the client on the stub", false);
            client.warm();
        }
        try {
            return measure(slot, folder, loads);
        } catch (Fault fault) {
            trouble(slot.variant(), fault);
            return new Invocation(false, fault.line());
        }
    }

    private Invocation measure(Plan.Slot slot, InvocationFolder folder, Loads loads) {
        String name = "%s%s #%d"
                .formatted(
                        slot.variant(),
                        Optional.ofNullable(slot.simulation())
                                .map(simulation -> ", " + simulation)
                                .orElse(""),
                        slot.invocation());
        Stopwatch watch = new Stopwatch();
        step(name + ": start", true);
        testbed.resetTable();
        long start = System.nanoTime();
        Invocation.AppliedLimits limits;
        try (RunningVariant running = testbed.start(plan.variant(slot.variant()), folder.appLog());
                Scraping scraping = plan.scraped() ? scraping(running, folder) : null) {
            watch.start = System.nanoTime() - start;
            Json.write(folder.startup(), running.startup());
            limits = running.limits();
            if (plan.workload(slot) instanceof Simulation simulation) {
                simulation(running, folder, loads, name, watch, simulation);
            } else {
                loads(running, folder, loads, name, watch, scraping == null ? () -> {} : scraping::now);
            }
        }
        return watch.invocation(session, limits);
    }

    /** Returns null for a variant without management endpoints. */
    private static @Nullable Scraping scraping(RunningVariant running, InvocationFolder folder) {
        Duration sinceStart = Duration.ofNanos(Math.round(running.startup().seconds() * TimeUnit.SECONDS.toNanos(1)));
        return running.management()
                .map(management -> Scraping.begin(management, sinceStart, folder.scrapes()))
                .orElse(null);
    }

    /**
     * @param scrape what the server does every {@link Scraping#PERIOD}: too rarely to be compiled as early as the
     *     load's code
     */
    private void loads(
            RunningVariant running,
            InvocationFolder folder,
            Loads loads,
            String name,
            Stopwatch watch,
            Runnable scrape) {
        Machine idle = rest(running, folder.atRest(), folder.jvmAtRest(), loads, watch);
        Load last = load(running, folder, loads, name, watch, Phase.COLD, idle);
        if (plan.measures(Phase.SECOND)) {
            last = load(running, folder, loads, name, watch, Phase.SECOND, settled(loads, watch));
        }
        if (plan.measures(Phase.WARM)) {
            step(name + ": warm-up", true);
            Load before = last;
            Machine beforeWarmUp = settled(loads, watch);
            watch.load(() -> {
                loads.warmUp(running, folder, before, scrape);
                return before;
            });
            load(running, folder, loads, name, watch, Phase.WARM, beforeWarmUp);
        }
        rest(running, folder.after(), folder.jvmAfter(), loads, watch);
    }

    private static Machine settled(Loads loads, Stopwatch watch) {
        Machine now = loads.machine();
        watch.rest(SETTLING);
        return now;
    }

    private Load load(
            RunningVariant running,
            InvocationFolder folder,
            Loads loads,
            String name,
            Stopwatch watch,
            Phase phase,
            Machine idle) {
        step("%s: %s load".formatted(name, phase.label()), true);
        String use = plan.measures(phase) ? "figures of the %s row".formatted(phase.label()) : "discarded";
        return watch.load(() -> bracketing && phase == Phase.WARM
                ? loads.bracketed(running, folder, phase, use, idle)
                : loads.load(running, folder, phase, use, idle));
    }

    private void simulation(
            RunningVariant running,
            InvocationFolder folder,
            Loads loads,
            String name,
            Stopwatch watch,
            Simulation simulation) {
        Machine idle = rest(running, folder.atRest(), folder.jvmAtRest(), loads, watch);
        step("%s: %d requests".formatted(name, simulation.requests()), true);
        watch.load(() -> loads.load(
                running, new LoadOrder(simulation), folder.load(Phase.COLD), "figures of the simulation", idle));
        rest(running, folder.after(), folder.jvmAfter(), loads, watch);
    }

    /**
     * Measures the memory of the idle server during {@link #REST}.
     *
     * @return the state of the machine before
     */
    private static Machine rest(RunningVariant running, Path readings, Path jvm, Loads loads, Stopwatch watch) {
        Machine idle = loads.machine();
        try (Sampling _ = Sampling.of(List.of(new Probe<>(Reading.SERIES, running.meter(), readings)))) {
            watch.rest(REST);
        }
        Json.write(jvm, new Rest(1, REST.toMillis() / (double) TimeUnit.SECONDS.toMillis(1), running.jvm()));
        return idle;
    }
}
