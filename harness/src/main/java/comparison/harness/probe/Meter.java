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

    /** Returns the processor time since the start of the group, in ns; null if it can't be read. */
    default @Nullable Long cpuNanos() {
        try {
            return read().cpuNanos();
        } catch (IOException e) {
            return null;
        }
    }

    /** Returns what was used between two readings; null if one of them is missing. */
    static @Nullable Long between(@Nullable Long before, @Nullable Long after) {
        return after == null || before == null ? null : Long.valueOf(after - before);
    }
}
