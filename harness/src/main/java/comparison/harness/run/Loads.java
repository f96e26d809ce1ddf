package comparison.harness.run;

import comparison.contract.ExecutedSql;
import comparison.harness.load.Engine;
import comparison.harness.load.LoadOrder;
import comparison.harness.plan.Plan;
import comparison.harness.probe.DatabaseCounters;
import comparison.harness.probe.Heap;
import comparison.harness.probe.Machine;
import comparison.harness.probe.Meter;
import comparison.harness.probe.Probe;
import comparison.harness.probe.Reading;
import comparison.harness.probe.Sampling;
import comparison.harness.probe.Ticks;
import comparison.harness.record.Disk;
import comparison.harness.record.Json;
import comparison.harness.record.Jvm;
import comparison.harness.record.Load;
import comparison.harness.record.Load.Sent;
import comparison.harness.record.RunFolder.InvocationFolder;
import comparison.harness.record.RunFolder.LoadFolder;
import comparison.harness.runtime.RunningVariant;
import comparison.harness.runtime.Testbed;
import comparison.harness.workload.Phase;
import comparison.harness.workload.Simulation;
import comparison.harness.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Executes the loads of invocations and writes the raw files of each. */
public final class Loads {

    /**
     * Windows of a warm load. Each lasts about half a second: the speed of a shared machine changes within seconds
     * (docs/method.md), but a window must be long compared with its first and last requests.
     */
    private static final int WINDOWS = 16;

    private final Testbed testbed;
    private final WarmClient client;
    private final LoadOrder order;

    /** Creates a sender of a plan's loads. The client may be warmed later, but before the first load. */
    public Loads(Testbed testbed, WarmClient client, Plan plan) {
        this.testbed = testbed;
        this.client = client;
        this.order = order(plan);
    }

    /** Returns the load of a plan; for simulations, the load that warms their client. */
    public static LoadOrder order(Plan plan) {
        Workload first = plan.workloads().getFirst();
        return first instanceof Simulation
                ? new LoadOrder(LoadOrder.WARM_UP_THREADS, 1)
                : new LoadOrder(Engine.named(plan.engine()), first);
    }

    /**
     * Sends the load of a phase.
     *
     * @param use purpose of the load, for its raw file
     * @param idle state of the machine a moment before
     */
    Load load(RunningVariant running, LoadFolder folder, Phase phase, String use, Machine idle) {
        return load(running, order.in(phase), folder, use, idle);
    }

    /** Returns how many windows the warm load has if it is sent in turn with those of other servers. */
    int windows() {
        return Math.min(WINDOWS, order.in(Phase.WARM).loops());
    }

    /**
     * Sends one window of the warm load.
     *
     * @param number from 1 to {@link #windows}
     */
    Load window(RunningVariant running, LoadFolder folder, int number, Machine idle) {
        LoadOrder warm = order.in(Phase.WARM);
        long loops = warm.loops();
        // The loops that do not divide evenly are spread over the windows.
        int own = (int) (loops * number / windows() - loops * (number - 1) / windows());
        String use = "window %d of %d of the warm row".formatted(number, windows());
        return load(running, warm.closed(own), folder.window(number), use, idle);
    }

    /** Sends any load; parameters as above. */
    public Load load(RunningVariant running, LoadOrder order, LoadFolder folder, String use, Machine idle) {
        Disk.attempt("make " + folder.path(), () -> Files.createDirectories(folder.path()));
        Meters meters = new Meters(running.meter(), testbed.databaseMeter(), client.meter());
        long rowsBefore = testbed.rows();
        ExecutedSql sqlBefore = testbed.executed();
        Map<String, Long> countersBefore = testbed.databaseCounters();
        Sampling sampling = Sampling.of(probes(meters, running, folder));
        Observed seen;
        try (sampling) {
            seen = observed(meters, running, order, folder);
        } finally {
            compress(folder);
        }
        Map<String, Long> counted = DatabaseCounters.between(countersBefore, testbed.databaseCounters());
        Map<String, Long> statements = sqlBefore.until(testbed.executed(), seen.sent.samples() / Workload.OPERATIONS);
        Load facts = new Load(
                Load.SCHEMA_VERSION,
                use,
                seen.startedAt.toString(),
                seen.seconds,
                testbed.rows() - rowsBefore,
                seen.startMillis,
                seen.sent,
                new Load.CpuTime(seen.used.server(), seen.used.database(), seen.used.client(), sampling.cpuNanos()),
                new Load.Pressure(
                        seen.before.stealSince(idle),
                        seen.after.stealSince(seen.before),
                        seen.before.loadAverage(),
                        seen.after.highestLoadAverage(seen.before)),
                seen.jvmBefore,
                seen.jvmAfter,
                client.judged(seen.sent, seen.used.client(), seen.used.clientThrottled(), seen.seconds),
                statements,
                counted);
        Json.write(folder.facts(), facts);
        return facts;
    }

    /** Readings immediately before and after a load. Nothing else happens between them and the load. */
    private record Observed(
            Machine before,
            Jvm jvmBefore,
            Instant startedAt,
            long startMillis,
            Sent sent,
            double seconds,
            Cpu used,
            Machine after,
            Jvm jvmAfter) {}

    private Observed observed(Meters meters, RunningVariant running, LoadOrder order, LoadFolder folder) {
        Machine before = machine();
        Jvm jvmBefore = running.jvm();
        Instant startedAt = Instant.now();
        long startMillis = Ticks.millis();
        Cpu cpuBefore = meters.read();
        long start = System.nanoTime();
        Sent sent = client.load(running, order, folder.liveSamples());
        double seconds = (System.nanoTime() - start) / (double) TimeUnit.SECONDS.toNanos(1);
        Cpu used = meters.read().since(cpuBefore);
        return new Observed(before, jvmBefore, startedAt, startMillis, sent, seconds, used, machine(), running.jvm());
    }

    private List<Probe<?>> probes(Meters meters, RunningVariant running, LoadFolder folder) {
        List<Probe<?>> probes = new ArrayList<>(List.of(
                new Probe<>(Reading.SERIES, meters.server(), folder.resources("server")),
                new Probe<>(Reading.SERIES, meters.database(), folder.resources("database")),
                new Probe<>(Reading.SERIES, meters.client(), folder.resources("client")),
                new Probe<>(Machine.SERIES, testbed.machine(), folder.machine())));
        running.heap().ifPresent(heap -> probes.add(new Probe<>(Heap.SERIES, heap, folder.heap())));
        return probes;
    }

    /** Returns a warm-up that has not begun; parameters as in {@link WarmUp}. */
    WarmUp warmUp(RunningVariant running, InvocationFolder folder, Load before, double seconds) {
        return new WarmUp(client, order, running, folder, before, seconds);
    }

    /** Reads the state of the machine; without figures if there is no /proc. */
    public Machine machine() {
        try {
            return testbed.machine().read();
        } catch (IOException e) {
            return Machine.silent();
        }
    }

    private static void compress(LoadFolder folder) {
        if (Files.isRegularFile(folder.liveSamples())) {
            Disk.attempt("compress " + folder.liveSamples(), () -> {
                // The client creates the file before it has samples. If it ends in between, the file stays empty.
                if (Files.size(folder.liveSamples()) > 0) {
                    Disk.compress(folder.liveSamples(), folder.samples());
                }
                Files.delete(folder.liveSamples());
            });
        }
    }

    /** Meters of a load. */
    private record Meters(Meter server, Meter database, Meter client) {

        Cpu read() {
            return new Cpu(server.cpuNanos(), database.cpuNanos(), client.cpuNanos(), client.throttledNanos());
        }
    }

    /** CPU times in ns; null if they cannot be read. */
    private record Cpu(
            @Nullable Long server,
            @Nullable Long database,
            @Nullable Long client,
            @Nullable Long clientThrottled) {

        Cpu since(Cpu before) {
            return new Cpu(
                    Meter.between(before.server, server),
                    Meter.between(before.database, database),
                    Meter.between(before.client, client),
                    Meter.between(before.clientThrottled, clientThrottled));
        }
    }
}
