package comparison.lab.noise;

import comparison.harness.Fault;
import comparison.harness.Pause;
import comparison.harness.load.LoadOrder;
import comparison.harness.plan.Plan;
import comparison.harness.record.Invocation;
import comparison.harness.record.Json;
import comparison.harness.record.Load;
import comparison.harness.record.RunFolder.InvocationFolder;
import comparison.harness.run.Loads;
import comparison.harness.run.Progress;
import comparison.harness.run.WarmClient;
import comparison.harness.runtime.RunningVariant;
import comparison.harness.runtime.Testbed;
import comparison.harness.workload.Phase;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Collects a bank of duets: the base and another variant are up at the same time, are warmed one after the other, and
 * then receive windows of load in turn (Bulej et al., "Duet benchmarking: improving measurement accuracy in the cloud",
 * ICPE 2020). An interrupted duet is measured again in the same folder. Used by one thread.
 */
record DuetRun(BankFolder bank, Plan plan, int session, Testbed testbed, Progress progress) {

    /** Whose turn it is, twice A B B A, so that a linear drift affects both alike. */
    static final String TURNS = "ABBAABBA";

    /** Windows of each of the two. */
    static final int WINDOWS = TURNS.length() / 2;

    private static final Duration SETTLING = Duration.ofSeconds(3);

    private String base() {
        return BankFolder.base(plan).id();
    }

    private LoadOrder window() {
        LoadOrder warm = Loads.order(plan).in(Phase.WARM);
        return warm.closed(Math.max(1, warm.loops() / WINDOWS));
    }

    /** Measures all duets that are not on disk. A duet that fails is recorded, and the others are measured. */
    void run() {
        List<Plan.Slot> left = plan.order().stream()
                .filter(slot -> !slot.variant().equals(base())
                        && !Files.isRegularFile(start(slot, slot.variant()).outcome()))
                .toList();
        long begin = System.nanoTime();
        try (WarmClient client = new WarmClient(testbed, bank.run(), Loads.order(plan), false, false)) {
            Loads loads = new Loads(testbed, client, plan);
            for (int done = 0; done < left.size(); done++) {
                Plan.Slot slot = left.get(done);
                Duration each = done == 0 ? Duration.ZERO : Duration.ofNanos((System.nanoTime() - begin) / done);
                progress.step(
                        "duet of %s and %s #%d".formatted(base(), slot.variant(), slot.invocation()),
                        done,
                        left.size(),
                        each.multipliedBy(left.size() - done));
                if (!client.ready()) {
                    client.warm();
                }
                Invocation outcome = attempt(slot, loads);
                Json.write(start(slot, base()).outcome(), outcome);
                Json.write(start(slot, slot.variant()).outcome(), outcome);
            }
        }
    }

    private InvocationFolder start(Plan.Slot slot, String variant) {
        return bank.duets(slot.variant()).invocation(new Plan.Slot(variant, slot.invocation()));
    }

    private Invocation attempt(Plan.Slot slot, Loads loads) {
        long begin = System.nanoTime();
        try {
            duet(slot, loads);
        } catch (Fault fault) {
            progress.trouble(slot.variant() + ": " + fault.line());
            // Without its database nothing can be measured, and this throws.
            testbed.rows();
            return new Invocation(false, fault.line());
        }
        double seconds = (System.nanoTime() - begin) / (double) TimeUnit.SECONDS.toNanos(1);
        return new Invocation(Invocation.SCHEMA_VERSION, true, null, session, seconds, null, null, null, null);
    }

    /** Runs one duet. The base starts first in every second duet. */
    private void duet(Plan.Slot slot, Loads loads) {
        boolean baseFirst = slot.invocation() % 2 == 1;
        testbed.resetTable();
        try (Player a = new Player(slot, baseFirst ? base() : slot.variant());
                Player b = new Player(slot, baseFirst ? slot.variant() : base())) {
            a.warmUp(loads);
            b.warmUp(loads);
            Pause.of(SETTLING);
            TURNS.chars().forEach(turn -> (turn == 'A' ? a : b).play(loads));
        }
    }

    /** One of the two servers. */
    private final class Player implements AutoCloseable {

        private final InvocationFolder folder;
        private final RunningVariant running;
        private int played;

        Player(Plan.Slot slot, String variant) {
            folder = start(slot, variant);
            running = testbed.start(plan.variant(variant), folder.appLog());
            Json.write(folder.startup(), running.startup());
        }

        void warmUp(Loads loads) {
            Load cold = loads.load(running, folder, Phase.COLD, "discarded", loads.machine());
            loads.warmUp(running, folder, cold, () -> {});
        }

        void play(Loads loads) {
            played++;
            loads.load(
                    running,
                    window(),
                    BankFolder.window(folder, played),
                    "window %d of a duet".formatted(played),
                    loads.machine());
        }

        @Override
        public void close() {
            running.close();
        }
    }
}
