package comparison.harness.run;

import comparison.harness.Fault;
import comparison.harness.load.LoadOrder;
import comparison.harness.probe.Meter;
import comparison.harness.record.Calibration;
import comparison.harness.record.Disk;
import comparison.harness.record.Json;
import comparison.harness.record.Load;
import comparison.harness.record.Load.Sent;
import comparison.harness.record.RunFolder;
import comparison.harness.runtime.LoadClient;
import comparison.harness.runtime.RunningVariant;
import comparison.harness.runtime.Testbed;
import comparison.harness.workload.Rate;
import comparison.harness.workload.Simulation;
import comparison.harness.workload.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The only client of a session. Before its first load it is warmed on the stub, in windows until its throughput is
 * stable. The last windows yield its ceiling. A client that fails is closed; its successor is warmed and calibrated,
 * too. Used by one thread.
 */
public final class WarmClient implements AutoCloseable {

    /** Requests per window: about a second on any machine, long enough for a meaningful throughput. */
    private static final int WINDOW_SAMPLES = 20_000;

    /**
     * After this many windows, JMeter's hot paths are compiled. With fewer, the first loads would use a colder client
     * than the last ones.
     */
    private static final int MIN_WINDOWS = 10;

    private static final int MAX_WINDOWS = 16;
    private static final Stability STABLE = new Stability(3, 0.05);

    /**
     * Warms the classes of the open model, which the closed windows do not use. A cold first second would end in a
     * burst.
     */
    private static final Rate WARM_UP_RATE = new Rate(200, 3);

    private static final double BOUND_SHARE = 0.8;
    private static final double BOUND_CPU_SHARE = 0.9;
    private static final double BOUND_THROTTLED_SHARE = 0.02;

    private final Testbed testbed;
    private final RunFolder run;
    private final LoadOrder plan;
    private final int threads;
    private final boolean opens;
    private final boolean simulates;
    private final Consumer<String> trouble;
    private @Nullable LoadClient client;
    private @Nullable Calibration calibration;

    /**
     * Creates a client for a kind of load without starting it.
     *
     * @param run for its calibrations
     * @param plan of all loads
     * @param opens whether there will be loads of the open model
     * @param simulates whether there will be simulations, which need more classes warm
     * @param trouble is told why a client failed if another one takes its place
     */
    public WarmClient(
            Testbed testbed,
            RunFolder run,
            LoadOrder plan,
            boolean opens,
            boolean simulates,
            Consumer<String> trouble) {
        this.opens = opens;
        this.testbed = testbed;
        this.run = run;
        this.plan = plan;
        this.threads = plan.threads();
        this.simulates = simulates;
        this.trouble = trouble;
    }

    /** Returns whether a warm client is available. */
    public boolean ready() {
        return client != null;
    }

    /**
     * Starts a client, warms it, and writes its calibration. If it fails, starts another one, because the failure of
     * one client should not end a run of several hours.
     *
     * @throws Fault if the second one fails too; the failure of the first is suppressed in it
     */
    public void warm() {
        try {
            warmOne("");
        } catch (Fault first) {
            trouble.accept("another client is started, because the first one failed: " + first.line());
            close();
            try {
                warmOne("-second-try");
            } catch (Fault second) {
                second.addSuppressed(first);
                throw second;
            }
        }
    }

    private void warmOne(String logSuffix) {
        int number = nextNumber();
        Instant startedAt = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        long start = System.nanoTime();
        Path folder = run.calibrations();
        Disk.attempt("make " + folder, () -> Files.createDirectories(folder));
        client = testbed.client(folder.resolve(number + logSuffix + ".log"));
        Path samples = folder.resolve(number + ".csv");
        Windows windows = new Windows(client, samples);
        windows.run();
        if (opens) {
            client.loadStub(plan.open(WARM_UP_RATE), samples);
        }
        if (simulates) {
            client.loadStub(new LoadOrder(Simulation.WARM_UP), samples);
        }
        Disk.attempt("delete " + samples, () -> Files.deleteIfExists(samples));
        double seconds = (System.nanoTime() - start) / (double) TimeUnit.SECONDS.toNanos(1);
        calibration = windows.calibration(number, startedAt.toString(), seconds);
        Json.write(run.calibration(number), calibration);
    }

    private int nextNumber() {
        int number = 1;
        while (Files.exists(run.calibration(number))) {
            number++;
        }
        return number;
    }

    /** Sends a load to a variant. Closes the client if it fails. */
    Sent load(RunningVariant variant, LoadOrder order, Path result) {
        return attempt(() -> running().load(variant, order, result));
    }

    private LoadOrder window() {
        return plan.closed(Math.max(1, WINDOW_SAMPLES / Workload.OPERATIONS / threads));
    }

    private <T> T attempt(Supplier<T> loading) {
        try {
            return loading.get();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    Meter meter() {
        return running().meter();
    }

    private LoadClient running() {
        return Objects.requireNonNull(client, "warm() comes first");
    }

    /**
     * Judges whether the client limited a load.
     *
     * @param cpuNanos CPU time of the client in the load; null if unknown
     * @param throttledNanos for how long a quota stopped the client, summed over processors; null if unknown
     * @param seconds length of the load
     */
    Load.Client judged(Sent sent, @Nullable Long cpuNanos, @Nullable Long throttledNanos, double seconds) {
        double ceiling =
                Objects.requireNonNull(calibration, "warm() comes first").ceilingPerSecond();
        double share = perSecond(sent) / ceiling;
        double offeredNanos = seconds * running().cpus() * TimeUnit.SECONDS.toNanos(1);
        Double cpuShare = cpuNanos == null ? null : cpuNanos / offeredNanos;
        Double throttledShare = throttledNanos == null ? null : throttledNanos / offeredNanos;
        String reason = null;
        if (share > BOUND_SHARE) {
            reason = "it sent %.0f %% of what it reaches on the stub".formatted(share * 100);
        } else if (cpuShare != null && cpuShare > BOUND_CPU_SHARE) {
            reason = "it used %.0f %% of its processors".formatted(cpuShare * 100);
        } else if (throttledShare != null && throttledShare > BOUND_THROTTLED_SHARE) {
            reason = "a quota kept it from its processors for %.0f %% of the time".formatted(throttledShare * 100);
        }
        return new Load.Client(
                calibration.number(),
                microsPerRequest(cpuNanos, sent.samples()),
                share,
                cpuShare,
                throttledShare,
                reason != null,
                reason);
    }

    private static double perSecond(Sent sent) {
        return sent.samples()
                * (double) TimeUnit.SECONDS.toMillis(1)
                / Math.max(1, sent.lastMillis() - sent.firstMillis());
    }

    private static @Nullable Double microsPerRequest(@Nullable Long nanos, long samples) {
        return nanos == null || samples == 0 ? null : nanos / (double) TimeUnit.MICROSECONDS.toNanos(1) / samples;
    }

    @Override
    public void close() {
        if (client != null) {
            client.close();
            client = null;
        }
    }

    /** Loads on the stub that warm the client. */
    private final class Windows {

        private final LoadClient warming;
        private final Path samples;
        private final List<Double> perSecond = new ArrayList<>();
        private final List<Usage> usages = new ArrayList<>();

        Windows(LoadClient warming, Path samples) {
            this.warming = warming;
            this.samples = samples;
        }

        void run() {
            while (perSecond.size() < MIN_WINDOWS || (!STABLE.of(perSecond) && perSecond.size() < MAX_WINDOWS)) {
                Usage used = Usage.of(warming, window(), samples);
                usages.add(used);
                perSecond.add(used.perSecond);
            }
        }

        Calibration calibration(int number, String startedAt, double seconds) {
            int first = perSecond.size() - STABLE.windows();
            List<Usage> last = usages.subList(first, usages.size());
            long requests = last.stream().mapToLong(Usage::samples).sum();
            return new Calibration(
                    1,
                    number,
                    plan.engine().id(),
                    startedAt,
                    seconds,
                    threads,
                    usages.subList(0, first).stream().mapToLong(Usage::samples).sum(),
                    List.copyOf(perSecond),
                    perSecond.subList(first, perSecond.size()).stream()
                            .sorted()
                            .toList()
                            .get(STABLE.windows() / 2),
                    microsPerRequest(sum(last, Usage::clientNanos), requests),
                    microsPerRequest(sum(last, Usage::stubNanos), requests));
        }
    }

    private static @Nullable Long sum(List<Usage> usages, Function<Usage, @Nullable Long> nanos) {
        long sum = 0;
        for (Usage usage : usages) {
            Long one = nanos.apply(usage);
            if (one == null) {
                return null;
            }
            sum += one;
        }
        return sum;
    }

    /** What a load on the stub took. CPU times are in ns, and null if they cannot be read. */
    private record Usage(
            @Nullable Long clientNanos, @Nullable Long stubNanos, long samples, double perSecond) {

        static Usage of(LoadClient client, LoadOrder order, Path samples) {
            Long clientBefore = client.meter().cpuNanos();
            Long stubBefore = client.stubMeter().cpuNanos();
            Sent sent = client.loadStub(order, samples);
            return new Usage(
                    Meter.between(clientBefore, client.meter().cpuNanos()),
                    Meter.between(stubBefore, client.stubMeter().cpuNanos()),
                    sent.samples(),
                    WarmClient.perSecond(sent));
        }
    }
}
