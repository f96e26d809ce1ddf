package comparison.harness.run;

import comparison.harness.Fault;
import comparison.harness.plan.Plan;
import comparison.harness.record.Invocation;
import comparison.harness.record.Json;
import comparison.harness.record.RunFolder;
import comparison.harness.workload.Phase;
import comparison.harness.workload.Simulation;
import comparison.harness.workload.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Estimates how long a plan takes, from invocations on disk or else from a coarse model of a small machine.
 *
 * @param secondsPerInvocation from the beginning of the start until the variant has stopped
 * @param basis source of the estimate, for display
 */
public record Estimate(double secondsPerInvocation, String basis) {

    private static final double CLIENT_SECONDS = 40;
    private static final double GATE_SECONDS = 12;
    private static final double FIXED_SECONDS = 14;
    private static final double REQUESTS_PER_SECOND = 4_000;
    private static final double WARM_UP_SECONDS = 40;

    /** Estimates from the invocations of this run, else from those of another run, else from the model. */
    public static Estimate of(Plan plan, RunFolder run, Optional<RunFolder> other) {
        return recorded(plan, run, 1, "the invocations so far")
                .or(() -> other.flatMap(folder -> scaled(plan, folder)))
                .orElseGet(() -> new Estimate(
                        FIXED_SECONDS + loadSamples(plan) / REQUESTS_PER_SECOND, "a model: 4 000 requests per second"));
    }

    /** Ignores a run of another version or with a damaged file: this one can be estimated otherwise. */
    private static Optional<Estimate> scaled(Plan plan, RunFolder other) {
        try {
            return Json.read(other.plan(), Plan.class)
                    .flatMap(before -> recorded(
                            before,
                            other,
                            loadSamples(plan) / loadSamples(before),
                            "the invocations of " + other.path().getFileName()));
        } catch (Fault unreadable) {
            return Optional.empty();
        }
    }

    private static Optional<Estimate> recorded(Plan plan, RunFolder run, double scale, String basis) {
        List<Invocation> known = plan.order().stream()
                .flatMap(slot -> stored(run, slot))
                .filter(invocation -> invocation.seconds() != null && invocation.loadSeconds() != null)
                .toList();
        return known.stream().mapToDouble(invocation -> seconds(invocation, scale)).average().stream()
                .mapToObj(mean -> new Estimate(mean, basis))
                .findFirst();
    }

    private static Stream<Invocation> stored(RunFolder run, Plan.Slot slot) {
        return Json.read(run.invocation(slot).outcome(), Invocation.class).stream();
    }

    private static double seconds(Invocation invocation, double scale) {
        double all = invocation.seconds() == null ? 0 : invocation.seconds();
        double load = invocation.loadSeconds() == null ? 0 : invocation.loadSeconds();
        return all - load + load * scale;
    }

    private static double loadSamples(Plan plan) {
        double seconds = plan.simulations().stream()
                .mapToDouble(Simulation::seconds)
                .average()
                .orElse(0);
        if (seconds > 0) {
            return seconds * REQUESTS_PER_SECOND;
        }
        Workload workload = plan.workloads().getFirst();
        boolean warm = plan.measures(Phase.WARM);
        return workload.in(Phase.COLD).requests() * (double) (plan.loadsPerInvocation() - (warm ? 1 : 0))
                + (warm
                        ? WARM_UP_SECONDS * REQUESTS_PER_SECOND
                                + workload.in(Phase.WARM).requests()
                        : 0);
    }

    /**
     * Estimates the time for the rest of a plan, in whole seconds.
     *
     * @param gates variants still to be checked
     * @param invocations still to be measured; a part of one counts as that part
     * @param client whether a client is still to be warmed
     */
    public Duration left(long gates, double invocations, boolean client) {
        double seconds = gates * GATE_SECONDS + invocations * secondsPerInvocation + (client ? CLIENT_SECONDS : 0);
        return Duration.ofSeconds(Math.round(seconds));
    }
}
