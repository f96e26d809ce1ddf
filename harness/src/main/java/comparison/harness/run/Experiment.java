package comparison.harness.run;

import comparison.harness.Fault;
import comparison.harness.plan.Plan;
import comparison.harness.plan.Variant;
import comparison.harness.record.Disk;
import comparison.harness.record.Invocation;
import comparison.harness.record.Json;
import comparison.harness.record.RunFolder;
import comparison.harness.runtime.Testbed;
import comparison.harness.workload.Phase;
import comparison.harness.workload.Simulation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Executes the part of a plan that is not on disk yet, in a prepared testbed. A failure of one variant is recorded, and
 * the others are measured. A failure that affects all variants, such as a full disk or a lost database, ends the run.
 * Used by one thread.
 */
public final class Experiment {

    /** Roughly the part of an invocation before its warm load, for the estimate of the time that is left. */
    private static final double UP_TO_WARM = 0.8;

    private final RunFolder run;
    private final int session;
    private final Testbed testbed;
    private final Progress progress;
    private final Gate gate;
    private final Set<String> gated = new HashSet<>();
    private final Map<String, String> unfit = new LinkedHashMap<>();
    private final Function<Plan, Optional<Plan>> extension;
    private final Consumer<Plan> completed;
    /** The starts of the current group that have not ended. */
    private final List<FreshStart> up = new ArrayList<>();

    private Plan plan;
    private int round;
    private int done;
    private int steps;
    private long gatesLeft;
    private double invocationsLeft;

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
                !plan.simulations().isEmpty(),
                progress::trouble)) {
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
        for (List<Plan.Slot> group : groups(left)) {
            beginRoundOf(group.getFirst());
            measure(group, client, loads);
        }
    }

    /**
     * Groups the invocations whose servers are up at the same time: those of a round, as far as the testbed can run
     * them, and without two that want the same port. Their warm-ups and warm loads are sent in windows, in turn, so that
     * a change of the machine's speed affects all of them. If a round has too many, its groups are equally large.
     */
    private List<List<Plan.Slot>> groups(List<Plan.Slot> left) {
        int fitting = plan.measures(Phase.WARM) && !plan.open() ? testbed.servers() : 1;
        Map<Integer, Long> sizes = left.stream()
                .collect(Collectors.groupingBy(
                        Plan.Slot::invocation,
                        Collectors.collectingAndThen(
                                Collectors.counting(), round -> Math.ceilDiv(round, Math.ceilDiv(round, fitting)))));
        List<List<Plan.Slot>> groups = new ArrayList<>();
        for (Plan.Slot slot : left) {
            boolean joins = !groups.isEmpty()
                    && groups.getLast().size() < Objects.requireNonNull(sizes.get(slot.invocation()))
                    && groups.getLast().getFirst().invocation() == slot.invocation()
                    && !(testbed.sharesPorts() && clash(slot, groups.getLast()));
            if (!joins) {
                groups.add(new ArrayList<>());
            }
            groups.getLast().add(slot);
        }
        return groups;
    }

    /** Tells whether a server wants a port that one of these has. */
    private boolean clash(Plan.Slot slot, List<Plan.Slot> group) {
        Set<Integer> wanted = fixedPorts(slot);
        return group.stream().anyMatch(other -> !Collections.disjoint(wanted, fixedPorts(other)));
    }

    private Set<Integer> fixedPorts(Plan.Slot slot) {
        Variant variant = variant(slot);
        return IntStream.concat(variant.port().stream(), variant.managementPort().stream())
                .boxed()
                .collect(Collectors.toSet());
    }

    private Variant variant(Plan.Slot slot) {
        return plan.variants().stream()
                .filter(variant -> variant.id().equals(slot.variant()))
                .findFirst()
                .orElseThrow();
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
            fault.rethrowIfOfTheRun();
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

    private void measure(List<Plan.Slot> group, WarmClient client, Loads loads) {
        int before = done;
        try {
            group.forEach(slot -> begin(slot, client, loads));
            if (plan.measures(Phase.WARM) && !up.isEmpty()) {
                warmUp(client);
                warm(group.size(), client, loads);
            }
            each(up, client, start -> record(start.slot(), start.end(session)));
        } finally {
            up.forEach(FreshStart::close);
            up.clear();
        }
        done = before + group.size() * stepsPerInvocation();
    }

    private void begin(Plan.Slot slot, WarmClient client, Loads loads) {
        setAside(run.invocation(slot).path());
        Optional.ofNullable(unfit.get(slot.variant()))
                .ifPresentOrElse(
                        why -> record(slot, new Invocation(false, why)),
                        () -> attempt(slot, client, () -> {
                            FreshStart start = new FreshStart(
                                    plan, slot, run.invocation(slot), testbed, loads, what -> step(what, true));
                            up.add(start);
                            if (plan.workload(slot) instanceof Simulation simulation) {
                                start.simulation(simulation);
                            } else {
                                start.upToWarmUp();
                            }
                        }));
        invocationsLeft -= UP_TO_WARM;
    }

    /** Sends a window of the warm-up to each server in turn, as long as there is one that needs it. */
    private void warmUp(WarmClient client) {
        step(servers() + ": warm-up", true);
        for (int turn = 1; !up.stream().allMatch(FreshStart::isWarm); turn++) {
            turn(turn, client, start -> {
                if (!start.isWarm()) {
                    start.warmUp();
                }
            });
        }
    }

    private String servers() {
        return up.size() == 1 ? up.getFirst().name() : "%d servers in turn".formatted(up.size());
    }

    /** Sends the warm loads, in turn if the group had several servers. */
    private void warm(int servers, WarmClient client, Loads loads) {
        if (servers == 1) {
            each(up, client, start -> start.load(Phase.WARM));
            return;
        }
        step(servers() + ": warm load", true);
        // Those that were steady first have rested since: their code and data return to the caches.
        each(up, client, FreshStart::warmUp);
        for (int window = 1; window <= loads.windows(); window++) {
            int number = window;
            turn(number, client, start -> start.window(number));
        }
    }

    /** Every second turn is in reverse order, so that a linear drift affects all servers alike. */
    private void turn(int number, WarmClient client, Consumer<FreshStart> action) {
        each(number % 2 == 1 ? up : up.reversed(), client, action);
    }

    private void each(List<FreshStart> starts, WarmClient client, Consumer<FreshStart> action) {
        List.copyOf(starts).forEach(start -> attempt(start.slot(), client, () -> action.accept(start)));
    }

    /** If this fails, so does the start. The others of its group go on. */
    private void attempt(Plan.Slot slot, WarmClient client, Runnable action) {
        if (!client.ready()) {
            step("warming the client on the stub", false);
            client.warm();
        }
        try {
            action.run();
        } catch (Fault fault) {
            fault.rethrowIfOfTheRun();
            up.stream().filter(start -> start.slot().equals(slot)).forEach(FreshStart::close);
            trouble(slot.variant(), fault);
            record(slot, new Invocation(false, fault.line()));
        }
    }

    /** Writes how a start ended. */
    private void record(Plan.Slot slot, Invocation outcome) {
        invocationsLeft -= 1 - UP_TO_WARM;
        up.removeIf(start -> start.slot().equals(slot));
        Json.write(run.invocation(slot).outcome(), outcome);
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
}
