package comparison.harness.runtime;

import comparison.harness.Fault;
import comparison.harness.plan.Limits;
import comparison.harness.probe.Meter;
import comparison.harness.raw.Invocation.AppliedLimits;
import org.jspecify.annotations.Nullable;

/** What limits the kernel applies to a process, and whether they are what was asked for. */
final class InForce {

    private InForce() {}

    /** Returns what the kernel says: the limits of its group, and its processors. */
    static AppliedLimits of(Meter meter, long pid) {
        AppliedLimits group = meter.limits();
        return new AppliedLimits(
                group.cpus(),
                group.memoryBytes(),
                Processors.allowed(Long.toString(pid)).orElse(null));
    }

    /**
     * Looks whether somebody runs as it was asked for. What no control group tells can't be verified and is not complained about; the line
     * {@code limits} of the run says what is in force then.
     *
     * @param who begins a sentence, such as "the variant"
     * @throws Fault if it does not
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
