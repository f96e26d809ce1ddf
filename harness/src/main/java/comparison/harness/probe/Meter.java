package comparison.harness.probe;

import comparison.harness.raw.Invocation.AppliedLimits;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Reads memory and processor time of one process group. Safe for use by many threads. */
public interface Meter extends Probe.Source<Reading> {

    /**
     * Reads now.
     *
     * @throws IOException if the group is gone
     */
    @Override
    Reading read() throws IOException;

    /** Returns what limits the kernel says it applies; nothing if this meter can't see any. */
    default AppliedLimits limits() {
        return new AppliedLimits(null, null, null);
    }

    /**
     * Returns for how long the kernel has kept it from running because its quota of processor time was used up, in nanoseconds, summed
     * over processors; null if this meter can't tell.
     */
    default @Nullable Long throttledNanos() {
        return null;
    }
}
