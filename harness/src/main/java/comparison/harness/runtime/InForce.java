package comparison.harness.runtime;

import comparison.harness.Fault;
import comparison.harness.plan.Limits;
import comparison.harness.record.Invocation.AppliedLimits;
import org.jspecify.annotations.Nullable;

/** Compares the limits that the kernel applies to a process with the requested ones. */
final class InForce {

    private InForce() {}

    /**
     * Verifies that the requested limits are in force. Limits that no control group shows are not verified; the run's
     * {@code limits} describe how they are applied.
     *
     * @param who begins a sentence, such as "the variant"
     * @throws Fault if other limits are in force
     */
    static void verify(String who, Limits asked, AppliedLimits group) {
        Double cpus = group.cpus();
        Long memory = group.memoryBytes();
        boolean right = asked == Limits.NONE
                ? cpus == null && memory == null
                : (cpus == null || cpus == Limits.CPUS) && (memory == null || memory == Limits.MEMORY_BYTES);
        if (!right) {
            throw Fault.broken(
                    "%s has a control group of %s CPUs and %s bytes of memory, but the limits '%s' were asked for."
                            .formatted(who, inWords(cpus), inWords(memory), asked.id()));
        }
    }

    private static String inWords(@Nullable Number limit) {
        return limit == null ? "all" : limit.toString();
    }
}
