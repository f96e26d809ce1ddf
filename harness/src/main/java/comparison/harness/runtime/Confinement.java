package comparison.harness.runtime;

import comparison.harness.plan.Limits;
import comparison.harness.probe.Meter;
import comparison.harness.runtime.Processors.Party;
import java.util.List;

/** Keeps child processes within limits: by control groups or, without them, as well as possible. */
interface Confinement {

    /**
     * Returns the best way that this kernel and user permit. Without limits, the choice still decides how memory and
     * CPU time are metered.
     */
    static Confinement best(Limits limits) {
        Processors here = Processors.here(limits, Pinning.possible() ? "" : "taskset (util-linux) is missing");
        return ControlGroups.available(here, limits)
                .<Confinement>map(c -> c)
                .orElseGet(() -> new Affinity(here, limits));
    }

    /**
     * Creates a box for one process and its children.
     *
     * @param name unique in this run
     * @param party that the process belongs to; it decides about processors and about whether the {@link Limits} apply
     */
    Box box(String name, Party party);

    /** Returns which processors each party may use. */
    Processors processors();

    /**
     * What a reader needs to know about the confinement.
     *
     * @param limits of a JVM in a limited box, in one line
     * @param limitsWithoutFlags of a program in a limited box that gets no JVM flags, in one line
     * @param memorySource of the figures of its meters
     * @param jvmFlags tell a JVM the limits; empty without limits, or if the JVM detects them itself
     */
    record Facts(String limits, String limitsWithoutFlags, String memorySource, List<String> jvmFlags) {}

    Facts facts();

    /** Contains one process and its children. */
    interface Box extends AutoCloseable {

        /** Wraps a command so that its process starts in this box. */
        List<String> command(List<String> command);

        /** Moves a running process and its children into this box. */
        void adopt(ProcessHandle process);

        /** Returns a meter of the processes in this box. */
        Meter meter(ProcessHandle process);

        /** Returns whether the kernel's OOM killer ended a process in this box; false if unknown. */
        boolean outOfMemory();

        /** Removes the box, whose processes must have ended. */
        @Override
        void close();
    }
}
