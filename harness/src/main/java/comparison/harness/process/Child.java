package comparison.harness.process;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process that was started and is ended by {@link #close}. Safe for use by many threads. */
public final class Child implements AutoCloseable {

    private static final Duration STOP_LIMIT = Duration.ofSeconds(20);

    private final long spawnNanos;
    private final Process process;

    Child(long spawnNanos, Process process) {
        this.spawnNanos = spawnNanos;
        this.process = process;
    }

    /** Returns the moment before it was started, on the clock of {@link System#nanoTime}. */
    public long spawnNanos() {
        return spawnNanos;
    }

    /** Returns the process. */
    public Process process() {
        return process;
    }

    /** Asks it to end, then makes it, and its descendants with it. Closing twice does nothing. */
    @Override
    public void close() {
        // Asked for before it ends: what it leaves behind has no parent then that could be asked.
        List<ProcessHandle> descendants = process.descendants().toList();
        process.destroy();
        if (!ends(STOP_LIMIT)) {
            process.destroyForcibly();
            ends(STOP_LIMIT);
        }
        descendants.forEach(ProcessHandle::destroyForcibly);
    }

    private boolean ends(Duration limit) {
        try {
            return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
