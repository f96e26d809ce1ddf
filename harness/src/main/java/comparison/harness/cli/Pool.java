package comparison.harness.cli;

import comparison.harness.Fault;
import comparison.harness.plan.Plan;
import comparison.harness.record.Calibration;
import comparison.harness.record.Disk;
import comparison.harness.record.Environment;
import comparison.harness.record.Invocation;
import comparison.harness.record.Json;
import comparison.harness.record.Load;
import comparison.harness.record.Pooled;
import comparison.harness.record.RunFolder;
import comparison.harness.record.RunFolder.InvocationFolder;
import comparison.harness.run.Experiment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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
     * @throws Fault of kind BAD_INPUT if the runs were not made alike, or one of them lacks a start; then nothing is
     *     written
     */
    static RunFolder of(List<RunFolder> runs) {
        List<Plan> plans = runs.stream().map(Pool::whole).toList();
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
        Plan plan = Json.read(run.plan(), Plan.class)
                .orElseThrow(() ->
                        Fault.badInput("%s is not the folder of a run: it has no plan.json.".formatted(run.path())));
        int left = Experiment.left(plan, run).size();
        if (left > 0) {
            throw Fault.badInput(
                    "%s can't be pooled: %d of its starts lack, and a pool is made of whole rounds. Measure them with --resume %s."
                            .formatted(name(run), left, name(run)));
        }
        return plan;
    }

    private static void alike(RunFolder first, Plan plan, RunFolder other, Plan otherPlan) {
        if (!otherPlan.measuresAs(plan)) {
            throw Fault.badInput("%s can't be pooled with the others: it measured something else. See both plan.json."
                    .formatted(name(other)));
        }
        Environment base = environment(first);
        for (Environment session : Stream.concat(first.sessions().stream(), other.sessions().stream())
                .toList()) {
            same(other, "commit", session.commit(), base.commit());
            same(other, "machine", session.machine(), base.machine());
            same(other, "runtime", session.runtime(), base.runtime());
            same(other, "limits", session.limits(), base.limits());
            same(other, "JVM", session.jvm(), base.jvm());
            same(other, "JVM flags", session.jvmFlags(), base.jvmFlags());
            same(other, "client", session.client(), base.client());
            same(other, "database", session.database(), base.database());
            same(other, "source of memory and CPU time", session.memorySource(), base.memorySource());
            sameIfKnown(other, "flags of native images", session.nativeFlags(), base.nativeFlags());
            sameIfKnown(other, "division of the processors", session.cpusets(), base.cpusets());
            session.images().forEach((variant, image) -> {
                Environment.Image before = base.images().get(variant);
                sameIfKnown(other, "image of " + variant, image.id(), before == null ? null : before.id());
            });
        }
    }

    private static Environment environment(RunFolder run) {
        return run.sessions().stream()
                .findFirst()
                .orElseThrow(() -> Fault.badInput("%s has no environment.json.".formatted(run.path())));
    }

    private static void same(RunFolder other, String what, Object now, Object first) {
        if (!now.equals(first)) {
            throw Fault.badInput("%s can't be pooled with the others: its %s is %s, theirs %s."
                    .formatted(name(other), what, now, first));
        }
    }

    /** Compares what files of earlier versions lack. */
    private static void sameIfKnown(RunFolder other, String what, @Nullable Object now, @Nullable Object first) {
        if (now != null && first != null) {
            same(other, what, now, first);
        }
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
                copy(
                        run.discardedStart(variant.id()).path(),
                        target.discardedStart(variant.id()).path());
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
        copy(from.path(), to.path());
        Json.read(from.outcome(), Invocation.class)
                .ifPresent(outcome -> Json.write(to.outcome(), outcome.inSession(plus(outcome.session(), sessions))));
        plan.phases()
                .forEach(phase -> Json.read(from.load(phase).facts(), Load.class)
                        .ifPresent(load -> Json.write(to.load(phase).facts(), load.withCalibrationsBefore(clients))));
    }

    private static @Nullable Integer plus(@Nullable Integer number, int before) {
        return number == null ? null : Integer.valueOf(number + before);
    }

    private int calibrations(RunFolder run) {
        int number = 0;
        while (Files.isRegularFile(run.calibration(number + 1))) {
            number++;
            Calibration one =
                    Json.read(run.calibration(number), Calibration.class).orElseThrow();
            Json.write(target.calibration(clients + number), one.numbered(clients + number));
        }
        return number;
    }

    private static void copy(Path from, Path to) {
        Disk.attempt("copy to " + to, () -> {
            try (Stream<Path> files = Files.walk(from)) {
                for (Path file : files.toList()) {
                    copyOne(file, to.resolve(from.relativize(file)));
                }
            }
        });
    }

    private static void copyOne(Path from, Path to) throws IOException {
        if (Files.isDirectory(from)) {
            Files.createDirectories(to);
        } else {
            Files.createDirectories(Objects.requireNonNull(to.getParent()));
            Files.copy(from, to);
        }
    }
}
