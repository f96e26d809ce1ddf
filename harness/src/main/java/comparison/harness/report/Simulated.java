package comparison.harness.report;

import comparison.harness.workload.Simulation;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What came of a simulation on one fresh start; {@code simulations.json} is a list of them.
 *
 * @param variant id
 * @param stack name in the table
 * @param virtualThreads whether handlers run on virtual threads
 * @param simulation id
 * @param invocation number of the start
 * @param planned requests
 * @param requests that were sent
 * @param loadSeconds from the start of the first request to the end of the last; null if there are none
 * @param perSecond requests / loadSeconds; null if there are none
 * @param errors among them
 * @param failures by kind: how many
 * @param lastFailureSeconds start of the last request that failed, since the first was due; null if none failed
 * @param times of all requests; null if there are none
 * @param meanMillis of all requests
 * @param p95Millis of all requests
 * @param late how far the client was behind its schedule; null in a closed loop
 * @param mostInFlight requests at once
 * @param cpuMillisPer1000 processor time of the server
 * @param peakAnonMiB highest anonymous and shared memory of the server
 * @param peakHeapUsedMiB most that was in the Java heap of the server as its JVM counted it, mostly at collections; null where it does not tell, or there is none
 * @param peakHeapCapacityMiB most that this heap had of the system; null likewise
 * @param gcCount collections during the load; null if its JVM, or what stands in for one, does not count them
 * @param gcMillis time in them, likewise
 * @param phases in the order of the schedule
 * @param demands of the simulation
 * @param seconds in which something was sent, in their order; empty in older files
 * @param invalid why none of this is a result; null if it is one
 */
public record Simulated(
        String variant,
        String stack,
        boolean virtualThreads,
        String simulation,
        int invocation,
        int planned,
        long requests,
        @Nullable Double loadSeconds,
        @Nullable Double perSecond,
        long errors,
        Map<String, Long> failures,
        @Nullable Double lastFailureSeconds,
        @Nullable Percentiles times,
        @Nullable Double meanMillis,
        @Nullable Long p95Millis,
        @Nullable Late late,
        int mostInFlight,
        @Nullable Double cpuMillisPer1000,
        @Nullable Double peakAnonMiB,
        @Nullable Double peakHeapUsedMiB,
        @Nullable Double peakHeapCapacityMiB,
        @Nullable Long gcCount,
        @Nullable Double gcMillis,
        List<Stage> phases,
        List<Judged> demands,
        List<Second> seconds,
        @Nullable String invalid) {

    /** Fills in what an older file lacks. */
    @SuppressWarnings("NullAway") // JSON has no notion of what must not be null
    public Simulated {
        seconds = seconds == null ? List.of() : seconds;
    }

    /**
     * What was sent within one second.
     *
     * @param second from 0, since the first request was due
     * @param requests that were sent in it
     * @param errors among them
     * @param p50Millis median of all of them
     * @param maxMillis of the slowest
     * @param anonMiB highest anonymous and shared memory of the server in it; null where none was read
     * @param heapUsedMiB most that was in its Java heap; null where none was read
     * @param heapCapacityMiB most that this heap had of the system; null where none was read
     */
    public record Second(
            int second,
            long requests,
            long errors,
            long p50Millis,
            long maxMillis,
            @Nullable Double anonMiB,
            @Nullable Double heapUsedMiB,
            @Nullable Double heapCapacityMiB) {}

    /**
     * How much later than due requests were sent, in ms. The arrival that is least late counts as in time.
     *
     * @param p99 of 99 of 100 requests at most
     * @param max of the latest
     */
    public record Late(double p99, double max) {}

    /**
     * A stage of the schedule, or the whole closed loop.
     *
     * @param label of the requests
     * @param schedule in words
     * @param beginSeconds when it begins, since the schedule began
     * @param requests that were sent
     * @param errors among them
     * @param successPercent of the others, 0 to 100; null if none was sent
     * @param failures by kind: how many
     * @param lastFailureSeconds start of its last request that failed, since the schedule began; null if none failed
     * @param times their distribution; null if there are none
     */
    public record Stage(
            String label,
            String schedule,
            double beginSeconds,
            long requests,
            long errors,
            @Nullable Double successPercent,
            Map<String, Long> failures,
            @Nullable Double lastFailureSeconds,
            @Nullable Percentiles times) {}

    /**
     * A demand with its figure.
     *
     * @param metric of what
     * @param bound in its unit
     * @param value in its unit
     * @param passed whether it is met
     */
    public record Judged(Simulation.Metric metric, double bound, double value, boolean passed) {}

    /** Returns the part of requests that succeeded, in percent; null if none was sent. */
    public @Nullable Double successPercent() {
        return success(requests, errors);
    }

    static @Nullable Double success(long requests, long errors) {
        return requests == 0 ? null : Double.valueOf(100.0 * (requests - errors) / requests);
    }
}
