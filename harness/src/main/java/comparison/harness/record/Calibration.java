package comparison.harness.record;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The warm-up of one client on the stub and the ceiling that it reached; {@code calibrations/<number>.json}. A run has
 * one per client process: the first, and one after each resumption or crash of a client.
 *
 * @param schemaVersion version of the JSON form
 * @param number from 1
 * @param engine {@code jmeter} or {@code hyperfoil}
 * @param startedAt ISO 8601
 * @param seconds duration of warm-up and calibration together
 * @param threads client threads
 * @param warmUpSamples requests before the calibration itself
 * @param windowsPerSecond requests per second of each warm-up window in order, then of each window of the calibration
 * @param ceilingPerSecond requests per second of the calibration: the median of its windows
 * @param clientCpuMicrosPerRequest CPU time of the client per request of the calibration
 * @param stubCpuMicrosPerRequest CPU time of the stub per request of the calibration
 */
public record Calibration(
        int schemaVersion,
        int number,
        String engine,
        String startedAt,
        double seconds,
        int threads,
        long warmUpSamples,
        List<Double> windowsPerSecond,
        double ceilingPerSecond,
        @Nullable Double clientCpuMicrosPerRequest,
        @Nullable Double stubCpuMicrosPerRequest) {}
