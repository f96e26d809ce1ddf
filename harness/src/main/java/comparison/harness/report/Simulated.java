package comparison.harness.report;

import comparison.harness.workload.Simulation;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The results of a simulation on one fresh start, in addition to the figures of its cell; {@code simulations.json} is a
 * list of them.
 *
 * @param variant id
 * @param simulation id
 * @param invocation number of the start
 * @param planned requests
 * @param failures count by kind
 * @param phases in the order of the schedule
 * @param demands of the simulation
 */
public record Simulated(
        String variant,
        String simulation,
        int invocation,
        int planned,
        Map<String, Long> failures,
        List<Stage> phases,
        List<Judged> demands) {

    /**
     * A stage of the schedule, or the whole closed loop.
     *
     * @param label of the requests
     * @param schedule as text
     * @param beginSeconds when it begins, in s since the schedule began
     * @param requests that were sent
     * @param errors among them
     * @param successPercent share of the requests that succeeded, 0 to 100; null if none was sent
     * @param failures count by kind
     * @param lastFailureSeconds when its last failed request was sent, in s since the schedule began; null if none
     *     failed
     * @param times distribution of the response times; null if no request was sent
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
     * @param metric its key
     * @param bound in the unit of the key
     * @param value in the unit of the key
     * @param passed whether the demand is met
     */
    public record Judged(String metric, double bound, double value, boolean passed) {

        static Judged of(Simulation.Demand demand, double value) {
            return new Judged(demand.metric().key(), demand.bound(), value, demand.passes(value));
        }
    }
}
