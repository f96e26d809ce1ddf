package comparison.harness.runtime;

import comparison.harness.probe.Heap;
import comparison.harness.probe.Machine;
import comparison.harness.probe.Meter;
import comparison.harness.probe.Probe;
import comparison.harness.probe.Traffic;
import comparison.harness.record.Invocation.AppliedLimits;
import comparison.harness.record.Jvm;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

/**
 * Reads what the kernel of one machine reports about that machine and its processes. Processes have the ids of that
 * machine. Safe for use by many threads. All methods but {@link #lost} throw a {@link comparison.harness.Fault} if the
 * machine is lost.
 */
interface Observer {

    /** Returns why the machine cannot be reached any more, as a sentence; empty if it can. */
    default Optional<String> lost() {
        return Optional.empty();
    }

    boolean alive(long pid);

    /** Forgets whether a process of this id was alive: the machine has given its id to another one. */
    default void forget(long pid) {}

    /** Returns a meter of the control group of a process. */
    Meter meter(long pid);

    /** Returns the limits that the meter's group sets, and the permitted processors of the process. */
    AppliedLimits limits(Meter meter, long pid);

    /** Reads the counters of a process, or of its first descendant that is a JVM. */
    Jvm jvm(long pid);

    /** Returns a source of heap readings of such a JVM; empty if no heap can be read. */
    Optional<Probe.Source<Heap>> heap(long pid);

    /** Returns a source of readings of the whole machine: CPU time and load average. */
    Probe.Source<Machine> machine();

    /** Returns the current time by the machine's clock. */
    Instant now();

    /**
     * Reads a part of a file as a process sees it.
     *
     * @return at most {@code length} bytes; none at the end of the file
     */
    byte[] read(long pid, String file, long from, int length) throws IOException;

    /** Writes a part of a file as a process sees it. A part at 0 makes the file, readable by all. */
    void append(long pid, String file, long at, byte[] part) throws IOException;

    /** Returns a source of readings of the machine's network, and of what the readings cost. */
    Probe.Source<Traffic> traffic();
}
