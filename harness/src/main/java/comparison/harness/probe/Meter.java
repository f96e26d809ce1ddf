package comparison.harness.probe;

import comparison.harness.record.Invocation.AppliedLimits;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Reads memory and CPU time of one group of processes. Safe for use by many threads. */
public interface Meter extends Probe.Source<Reading> {

    /**
     * Reads the current figures.
     *
     * @throws IOException if the group has ended
     */
    @Override
    Reading read() throws IOException;

    /** Returns the limits that the kernel applies; without values if this meter cannot see any. */
    default AppliedLimits limits() {
        return new AppliedLimits(null, null, null);
    }

    /** Returns for how long a quota has kept the group from running, in ns, summed over processors; null if unknown. */
    default @Nullable Long throttledNanos() {
        return null;
    }

    /** Returns the CPU time since the start of the group, in ns; null if it cannot be read. */
    default @Nullable Long cpuNanos() {
        try {
            return read().cpuNanos();
        } catch (IOException e) {
            return null;
        }
    }

    /** Returns the difference of two readings; null if one of them is missing. */
    static @Nullable Long between(@Nullable Long before, @Nullable Long after) {
        return after == null || before == null ? null : Long.valueOf(after - before);
    }
}
