package comparison.harness.runtime;

import comparison.harness.load.LoadOrder;
import comparison.harness.probe.Meter;
import comparison.harness.record.Load.Sent;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A running client process and the stub that warms it up. Used by one thread, except that any thread may call
 * {@link #close}.
 */
public interface LoadClient extends AutoCloseable {

    /** Time limit of one load, after which the client counts as lost. */
    Duration LONGEST_LOAD = Duration.ofMinutes(30);

    /**
     * Sends a load to a variant and waits until it has finished.
     *
     * @param result file for the samples, below the folder of the run
     * @throws comparison.harness.Fault if the client fails, or if client, variant or database dies; this client is then
     *     unusable and must be closed
     */
    Sent load(RunningVariant variant, LoadOrder order, Path result);

    /** Sends a load to the stub, like {@link #load}. */
    Sent loadStub(LoadOrder order, Path result);

    /** Returns a meter of the client's memory and CPU time. */
    Meter meter();

    /** Returns a meter of the stub's memory and CPU time. */
    Meter stubMeter();

    /** Returns the number of processors that the client may use. */
    int cpus();

    /** Ends client and stub. A second call has no effect. */
    @Override
    void close();
}
