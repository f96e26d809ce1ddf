package comparison.harness.probe;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Samples all probes of a load in one thread, every 200 ms from its creation until {@link #close}. All probes are
 * closed and write their files, even after a failure.
 */
public final class Sampling implements AutoCloseable {

    /** Short enough to see peaks, long enough to cost little. */
    private static final Duration PERIOD = Duration.ofMillis(200);

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final List<Probe<?>> probes;
    private long cpuNanos;
    private boolean closed;
    private @Nullable RuntimeException failure;

    private Sampling(List<Probe<?>> probes) {
        this.probes = List.copyOf(probes);
    }

    /** Starts sampling. The first samples are taken before this method returns, the last ones by {@link #close}. */
    public static Sampling of(List<Probe<?>> probes) {
        Sampling sampling = new Sampling(probes);
        try {
            sampling.sample();
            Thread.ofPlatform().daemon().name("sampling").start(sampling::run);
            return sampling;
        } catch (RuntimeException | Error e) {
            sampling.closeProbes();
            throw e;
        }
    }

    /**
     * Waits on the monitor and is never interrupted, because an interrupt would close the file that is being read. A
     * failure is kept for {@link #close} to throw, because a load with too few samples would show too low a peak.
     */
    private synchronized void run() {
        try {
            while (!closed) {
                wait(PERIOD.toMillis());
                if (!closed) {
                    sample();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            failure = e;
        }
    }

    private synchronized void sample() {
        long before = THREADS.getCurrentThreadCpuTime();
        probes.forEach(Probe::sample);
        cpuNanos += THREADS.getCurrentThreadCpuTime() - before;
    }

    /** Returns the CPU time that the samples have cost so far, in ns. */
    public synchronized long cpuNanos() {
        return cpuNanos;
    }

    /**
     * Takes the last samples and closes all probes. If an earlier failure ended the sampling, throws it. A second call
     * has no effect.
     */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        notifyAll();
        try {
            if (failure != null) {
                throw failure;
            }
            sample();
        } finally {
            closeProbes();
        }
    }

    private void closeProbes() {
        RuntimeException failure = null;
        for (Probe<?> probe : probes) {
            try {
                probe.close();
            } catch (RuntimeException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
