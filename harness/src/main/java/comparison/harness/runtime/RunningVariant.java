package comparison.harness.runtime;

import comparison.harness.load.Target;
import comparison.harness.probe.Heap;
import comparison.harness.probe.Meter;
import comparison.harness.probe.Probe;
import comparison.harness.record.Invocation.AppliedLimits;
import comparison.harness.record.Jvm;
import comparison.harness.record.Startup;
import java.net.URI;
import java.util.Optional;

/** A variant that runs and has answered a request. */
public interface RunningVariant extends AutoCloseable {

    /** Returns the duration of its start, up to the first answer. */
    Startup startup();

    /** Returns its address as the load client of its testbed reaches it. */
    Target target();

    /** Returns its base address for this machine, without a path. */
    URI app();

    /** Returns the base address of its management endpoints for this machine; empty if they are not reachable. */
    Optional<URI> management();

    /** Reads the current counters of its JVM. */
    Jvm jvm();

    /** Returns the limits that the kernel applies to it. */
    AppliedLimits limits();

    /** Returns a meter of its memory and CPU time. */
    Meter meter();

    /** Returns a meter of its Java heap; empty if it has no heap that can be read. */
    Optional<Probe.Source<Heap>> heap();

    /** Returns its process; empty if a JVM of this user cannot attach to it. */
    Optional<ProcessHandle> process();

    /** Returns why it ended, in words that complete "the variant ..."; empty while it runs. */
    Optional<String> death();

    /** Stops it gracefully, after a time limit by force. */
    @Override
    void close();
}
