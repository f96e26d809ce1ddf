package comparison.harness.runtime;

import comparison.harness.plan.Limits;
import comparison.harness.probe.Meter;
import comparison.harness.runtime.Processors.Party;
import java.util.List;

/** How child processes are kept within limits: by control groups, or as well as possible without. */
interface Confinement {

    /** Chooses the best that this kernel and user allow; where no limits are asked for, the best to meter with. */
    static Confinement best(Limits limits) {
        Processors here = Processors.here(limits, Pinning.possible() ? "" : "taskset (util-linux) is missing");
        return ControlGroups.available(here, limits)
                .<Confinement>map(c -> c)
                .orElseGet(() -> new Affinity(here, limits));
    }

    /**
     * Makes a box for one process and its children.
     *
     * @param name unique in this run
     * @param party whose it is: decides whether the {@link Limits} are applied or it is only metered, and on which processors
     */
    Box box(String name, Party party);

    /** Returns what is in force for a JVM in a limited box, in one line. */
    String limits();

    /** Returns what is in force for a program in a limited box that knows no JVM flags, in one line. */
    String limitsWithoutFlags();

    /** Returns who has which processors. */
    Processors processors();

    /** Returns where the figures of its meters come from. */
    String memorySource();

    /** Returns flags that a JVM needs to see the limits; none where there are none. */
    List<String> jvmFlags();

    /** A place for one process and its children. */
    interface Box extends AutoCloseable {

        /** Returns the command that starts {@code command} inside. */
        List<String> command(List<String> command);

        /** Moves a running process and its children inside. */
        void adopt(ProcessHandle process);

        /** Returns a meter of what is inside. */
        Meter meter(ProcessHandle process);

        /** Returns whether the kernel killed something in here for want of memory. */
        boolean outOfMemory();

        /** Removes it; what was inside has ended. */
        @Override
        void close();
    }
}
