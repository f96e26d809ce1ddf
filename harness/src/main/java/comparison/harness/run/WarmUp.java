package comparison.harness.run;

import comparison.harness.load.LoadOrder;
import comparison.harness.probe.HotSpot;
import comparison.harness.probe.Meter;
import comparison.harness.record.Disk;
import comparison.harness.record.Json;
import comparison.harness.record.Jvm;
import comparison.harness.record.Load;
import comparison.harness.record.Load.Sent;
import comparison.harness.record.RunFolder.InvocationFolder;
import comparison.harness.record.Steady;
import comparison.harness.runtime.RunningVariant;
import comparison.harness.workload.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Loads a server in windows until a longer warm-up would not change its speed: neither throughput nor the server's CPU
 * time per request drifts over the last ten windows, and in the last five of them, the JIT compilers used less than 2 %
 * of the server's CPU time. How much the windows vary is not asked: that is the noise of the machine, which no warm-up
 * ends. Figures that cannot be read, such as those of the compilers of a native image, are not required.
 *
 * @see Drift
 */
final class WarmUp {

    private static final int LAST = 10;

    /** Fewer, because servers compile a little again and again, and a criterion for longer rests would be met by luck. */
    private static final int RESTING = 5;

    private static final double MOST_DRIFT = 0.02;
    private static final double MOST_JIT_SHARE = 0.02;

    /** Short, so that ten of them last 20 s, a third of the longest warm-up. */
    private static final double WINDOW_SECONDS = 2;

    private static final long MOST_MILLIS = TimeUnit.SECONDS.toMillis(60);
    private static final double NANOS_PER_MICRO = TimeUnit.MICROSECONDS.toNanos(1);

    private static final String CRITERION =
            "over %d windows throughput and CPU per request drift by at most %.0f %% or by no more than chance explains, and over the last %d the JIT compilers had less than %.0f %% of the server's CPU"
                    .formatted(LAST, MOST_DRIFT * 100, RESTING, MOST_JIT_SHARE * 100);

    private final WarmClient client;
    private final LoadOrder order;
    private final RunningVariant running;
    private final Path file;
    private final double secondsBefore;
    private final List<Steady.Window> windows = new ArrayList<>();
    private double perSecond;
    private @Nullable Double secondsToSteady;

    /**
     * Prepares a warm-up with the client and the threads of a load.
     *
     * @param before the preceding load, whose speed sets the length of the first window
     * @param seconds of all preceding loads
     */
    WarmUp(
            WarmClient client,
            LoadOrder order,
            RunningVariant running,
            InvocationFolder folder,
            Load before,
            double seconds) {
        this.client = client;
        this.order = order;
        this.running = running;
        this.file = folder.steady();
        this.secondsBefore = seconds;
        this.perSecond = before.sent().samples() / Math.max(1, before.seconds());
    }

    /** Returns whether the server has been steady, or the windows have lasted a minute. */
    boolean isOver() {
        return secondsToSteady != null || millis(windows) >= MOST_MILLIS;
    }

    /** Sends a window and adds it to the raw file. */
    void window() {
        boolean needed = !isOver();
        Path samples = file.resolveSibling("window.csv");
        Disk.attempt("make " + file.getParent(), () -> Files.createDirectories(file.getParent()));
        Steady.Window window = window(loops(), samples);
        Disk.attempt("delete " + samples, () -> Files.deleteIfExists(samples));
        windows.add(window);
        perSecond = window.perSecond();
        if (needed && isSteady(windows)) {
            secondsToSteady = secondsBefore
                    + millis(windows.subList(0, windows.size() - LAST)) / (double) TimeUnit.SECONDS.toMillis(1);
        }
        Json.write(
                file,
                new Steady(
                        Steady.SCHEMA_VERSION,
                        CRITERION,
                        secondsToSteady != null,
                        secondsToSteady,
                        List.copyOf(windows)));
    }

    private int loops() {
        return (int) Math.max(1, perSecond * WINDOW_SECONDS / Workload.OPERATIONS / order.threads());
    }

    private Steady.Window window(int loops, Path samples) {
        Jvm jvmBefore = running.jvm();
        Long cpuBefore = running.meter().cpuNanos();
        Sent sent = client.load(running, order.closed(loops), samples);
        Long cpuNanos = Meter.between(cpuBefore, running.meter().cpuNanos());
        long millis = Math.max(1, sent.lastMillis() - sent.firstMillis());
        return new Steady.Window(
                sent.firstMillis(),
                millis,
                sent.samples(),
                sent.errors(),
                sent.samples() * (double) TimeUnit.SECONDS.toMillis(1) / millis,
                cpuNanos == null ? null : cpuNanos / NANOS_PER_MICRO / Math.max(1, sent.samples()),
                HotSpot.jitShare(jvmBefore, running.jvm(), cpuNanos));
    }

    /** Returns whether the last windows meet the criterion. */
    static boolean isSteady(List<Steady.Window> windows) {
        if (windows.size() < LAST) {
            return false;
        }
        List<Steady.Window> last = windows.subList(windows.size() - LAST, windows.size());
        return jitShare(last.subList(LAST - RESTING, LAST)) < MOST_JIT_SHARE
                && Drift.of(values(last, Steady.Window::perSecond)).isAtMost(MOST_DRIFT)
                && Drift.of(values(last, Steady.Window::cpuMicrosPerRequest)).isAtMost(MOST_DRIFT);
    }

    /** Returns the share of all windows together; 0 if it cannot be read. */
    private static double jitShare(List<Steady.Window> windows) {
        double jit = 0;
        double cpu = 0;
        for (Steady.Window window : windows) {
            if (window.cpuMicrosPerRequest() != null && window.jitShare() != null) {
                double micros = window.cpuMicrosPerRequest() * window.samples();
                cpu += micros;
                jit += micros * window.jitShare();
            }
        }
        return cpu == 0 ? 0 : jit / cpu;
    }

    /** A value that cannot be read counts as constant. */
    private static List<Double> values(List<Steady.Window> windows, Function<Steady.Window, @Nullable Double> value) {
        return windows.stream()
                .map(window -> Objects.requireNonNullElse(value.apply(window), 1.0))
                .toList();
    }

    private static long millis(List<Steady.Window> windows) {
        return windows.stream().mapToLong(Steady.Window::millis).sum();
    }
}
