package comparison.harness.probe;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;

/**
 * Brackets a load: one thread takes all its samples at a fixed rate, from the making of this until it is closed. Whatever happens, each
 * probe is closed, and has written then what it has seen.
 */
public final class Sampling implements AutoCloseable {

    /** How often is read: often enough to see a peak, seldom enough to cost nothing. */
    private static final Duration PERIOD = Duration.ofMillis(200);

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final List<Probe<?>> probes;
    private long cpuNanos;
    private boolean closed;

    private Sampling(List<Probe<?>> probes) {
        this.probes = List.copyOf(probes);
    }

    /** Begins with the first samples, which are taken before this returns; the last ones are taken on {@link #close}. */
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

    /** Waits on the monitor and is never interrupted: an interrupt would close the file that is just being read. */
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
        }
    }

    private synchronized void sample() {
        long before = THREADS.getCurrentThreadCpuTime();
        probes.forEach(Probe::sample);
        cpuNanos += THREADS.getCurrentThreadCpuTime() - before;
    }

    /** Returns the processor time that the samples have cost so far, in ns. */
    public synchronized long cpuNanos() {
        return cpuNanos;
    }

    /** Takes the last samples and closes all probes. Closing twice does nothing. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        notifyAll();
        try {
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
