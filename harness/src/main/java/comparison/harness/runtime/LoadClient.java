package comparison.harness.runtime;

import comparison.harness.load.LoadOrder;
import comparison.harness.probe.Meter;
import comparison.harness.raw.Load.Sent;
import java.nio.file.Path;
import java.time.Duration;

/** A client process and the stub that it is warmed on, both running. Used by one thread; {@link #close} by any. */
public interface LoadClient extends AutoCloseable {

    /** A client that needs longer for one load counts as lost. */
    Duration LONGEST_LOAD = Duration.ofMinutes(30);

    /**
     * Sends a load to a variant and waits for its end.
     *
     * @param result where the samples go, below the folder of the run
     * @throws comparison.harness.Fault if the client fails or dies, or the variant or the database does; then this client
     *     is of no more use
     */
    Sent load(RunningVariant variant, LoadOrder order, Path result);

    /** Does as {@link #load} does, with the stub. */
    Sent loadStub(LoadOrder order, Path result);

    /** Returns a meter of the client. */
    Meter meter();

    /** Returns a meter of the stub. */
    Meter stubMeter();

    /** Returns how many processors the client may use. */
    int cpus();

    /** Ends both. Closing twice does nothing. */
    @Override
    void close();
}
