package comparison.harness.cli;

import comparison.harness.Fault;
import comparison.harness.plan.Plan;
import comparison.harness.record.Disk;
import comparison.harness.record.Environment;
import comparison.harness.record.Json;
import comparison.harness.record.Pooled;
import comparison.harness.record.RunFolder;
import comparison.harness.record.RunFolder.InvocationFolder;
import comparison.harness.run.Experiment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Pools runs of one commit as if each were a session of the first. The rounds of later runs follow, with new numbers.
 * Raw files are copied; only the numbers of sessions, clients and starts change.
 */
final class Pool {

    private final RunFolder target;
    private final List<Plan.Slot> order = new ArrayList<>();
    private int rounds;
    private int sessions;
    private int clients;

    private Pool(RunFolder target) {
        this.target = target;
    }

    /**
     * Writes the pooled run into a folder next to the first one, and replaces an earlier pool there.
     *
     * @throws Fault of kind BAD_INPUT if the runs were not measured in the same way, or if one of them lacks a start;
     *     nothing is then written
     */
    static RunFolder of(List<RunFolder> runs) {
        List<Plan> plans = runs.stream().map(Pool::whole).toList();
        different(runs);
        for (int i = 1; i < runs.size(); i++) {
            alike(runs.getFirst(), plans.getFirst(), runs.get(i), plans.get(i));
        }
        Path first = runs.getFirst().path();
        RunFolder target = new RunFolder(first.resolveSibling(first.getFileName() + "-pooled"));
        Disk.deleteTree(target.path());
        Pool pool = new Pool(target);
        for (int i = 0; i < runs.size(); i++) {
            pool.add(runs.get(i), plans.get(i));
        }
        Json.write(target.plan(), plans.getFirst().withOrder(pool.rounds, pool.order));
        Json.write(
                target.pooled(),
                new Pooled(Pooled.SCHEMA_VERSION, runs.stream().map(Pool::name).toList()));
        return target;
    }

    private static String name(RunFolder run) {
        return run.path().getFileName().toString();
    }

    private static Plan whole(RunFolder run) {
        Plan plan = run.planned();
        int left = Experiment.left(plan, run).size();
        if (left > 0) {
            throw Fault.badInput(
                    "%s can't be pooled: it lacks %d of its starts, and a pool is made of whole rounds. Measure them with --resume %s."
                            .formatted(name(run), left, name(run)));
        }
        return plan;
    }

    /** A start that is pooled twice would make intervals too narrow. */
    private static void different(List<RunFolder> runs) {
        Set<String> sessions = new HashSet<>();
        for (RunFolder run : runs) {
            if (Files.exists(run.pooled())) {
                throw Fault.badInput(
                        "%s is a pool itself. Name the runs that it was made of; its pooled.json lists them."
                                .formatted(name(run)));
            }
            run.sessions().stream()
                    .map(Environment::startedAt)
                    .filter(begun -> !sessions.add(begun))
                    .findFirst()
                    .ifPresent(begun -> {
                        throw Fault.badInput(
                                "%s can't be pooled with the others: one of them has its session of %s, too. Is it a copy?"
                                        .formatted(name(run), begun));
                    });
        }
    }

    private static void alike(RunFolder first, Plan plan, RunFolder other, Plan otherPlan) {
        if (!otherPlan.measuresAs(plan)) {
            throw Fault.badInput("%s can't be pooled with the others: it measured something else. See both plan.json."
                    .formatted(name(other)));
        }
        Environment base = environment(first);
        for (Environment session : Stream.concat(first.sessions().stream(), other.sessions().stream())
                .toList()) {
            if (!session.commit().equals(base.commit())) {
                throw unlike(other, new Environment.Difference("commit", base.commit(), session.commit()));
            }
            session.differencesFrom(base).stream().findFirst().ifPresent(difference -> {
                throw unlike(other, difference);
            });
        }
    }

    private static Fault unlike(RunFolder other, Environment.Difference difference) {
        return Fault.badInput("%s can't be pooled with the others: its %s is %s, theirs %s."
                .formatted(name(other), difference.what(), difference.now(), difference.first()));
    }

    private static Environment environment(RunFolder run) {
        return run.sessions().stream()
                .findFirst()
                .orElseThrow(() -> Fault.badInput("%s has no environment.json.".formatted(run.path())));
    }

    private void add(RunFolder run, Plan plan) {
        for (Plan.Slot slot : plan.order()) {
            Plan.Slot renumbered = new Plan.Slot(slot.variant(), slot.invocation() + rounds, slot.simulation());
            order.add(renumbered);
            add(plan, run.invocation(slot), target.invocation(renumbered));
        }
        for (var variant : plan.variants()) {
            if (sessions == 0
                    && Files.isDirectory(run.discardedStart(variant.id()).path())) {
                Disk.copy(
                        run.discardedStart(variant.id()).path(),
                        target.discardedStart(variant.id()).path(),
                        _ -> true);
            }
        }
        int number = 0;
        for (Environment session : run.sessions()) {
            Json.write(target.environment(sessions + ++number), session);
        }
        sessions += number;
        clients += calibrations(run);
        rounds += plan.invocations();
    }

    private void add(Plan plan, InvocationFolder from, InvocationFolder to) {
        Disk.copy(from.path(), to.path(), _ -> true);
        Json.add(to.outcome(), sessions, "session");
        plan.phases().stream()
                .flatMap(phase -> to.load(phase).windows().stream())
                .forEach(window -> Json.add(window.facts(), clients, "client", "calibration"));
    }

    private int calibrations(RunFolder run) {
        int last = run.calibrated().size();
        for (int number = 1; number <= last; number++) {
            Path copy = target.calibration(clients + number);
            Disk.copy(run.calibration(number), copy, _ -> true);
            Json.add(copy, clients, "number");
        }
        return last;
    }
}
