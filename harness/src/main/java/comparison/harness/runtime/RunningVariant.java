package comparison.harness.runtime;

import comparison.harness.load.Target;
import comparison.harness.probe.HeapMeter;
import comparison.harness.probe.Meter;
import comparison.harness.raw.Invocation.AppliedLimits;
import comparison.harness.raw.Jvm;
import comparison.harness.raw.Startup;
import java.net.URI;
import java.util.Optional;

/** A variant that has answered. */
public interface RunningVariant extends AutoCloseable {

    /** Returns how long its first answer took. */
    Startup startup();

    /** Returns where the client of its testbed reaches it. */
    Target target();

    /** Returns where this machine reaches it, without a path. */
    URI app();

    /** Returns where its actuator endpoints are, where this machine reaches them. */
    Optional<URI> management();

    /** Returns the counters of its JVM at this moment. */
    Jvm jvm();

    /** Returns what the kernel says it applies to it. */
    AppliedLimits limits();

    /** Returns a meter of it. */
    Meter meter();

    /** Returns a meter of its Java heap, which the caller closes; nothing if it has none, or none that can be read from here. */
    Optional<HeapMeter> heap();

    /** Returns its process, where it is one of this machine that a JVM of the same user can attach to. */
    Optional<ProcessHandle> process();

    /** Returns why it ended, in words that complete "the variant ...", or nothing while it runs. */
    Optional<String> death();

    /** Stops it gracefully, then by force. */
    @Override
    void close();
}
