package comparison.harness.process;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A started process, which {@link #close} ends. Safe for use by many threads. */
public final class Child implements AutoCloseable {

    private static final Duration STOP_LIMIT = Duration.ofSeconds(20);

    private final long spawnNanos;
    private final Process process;

    Child(long spawnNanos, Process process) {
        this.spawnNanos = spawnNanos;
        this.process = process;
    }

    /** Returns the time immediately before its start, on the clock of {@link System#nanoTime}. */
    public long spawnNanos() {
        return spawnNanos;
    }

    public Process process() {
        return process;
    }

    /**
     * Ends the process with SIGTERM, after 20 s with SIGKILL, and then its remaining descendants with SIGKILL. A second
     * call has no effect.
     */
    @Override
    public void close() {
        // Listed before the process ends: afterwards its orphans can no longer be found through it.
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
