package comparison.harness.report;

import comparison.harness.metric.Metric;
import comparison.harness.record.RunFolder;
import comparison.harness.stats.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reports the client's own CPU time per request. An expensive client takes processor time from the server that it
 * measures, and hides differences.
 */
final class ClientCost {

    private ClientCost() {}

    /** Describes it in one line; empty if it was not measured. */
    static Optional<String> line(RunFolder run, List<Figures> invocations) {
        List<@Nullable Double> loads = invocations.stream()
                .<@Nullable Double>flatMap(
                        figures -> Stream.ofNullable(figures.values().get(Metric.CLIENT_CPU.key())))
                .toList();
        List<String> parts = new ArrayList<>();
        if (!loads.isEmpty()) {
            Spread spread = Spread.of(loads);
            parts.add(String.format(
                    Locale.ROOT, "%.0f us in the loads (%.0f to %.0f)", spread.median(), spread.min(), spread.max()));
        }
        run.calibrated().stream()
                .filter(calibration -> calibration.clientCpuMicrosPerRequest() != null)
                .reduce((_, last) -> last)
                .ifPresent(last -> parts.add(String.format(
                        Locale.ROOT,
                        "%.0f us on the stub, where it reaches %.0f requests per second",
                        last.clientCpuMicrosPerRequest(),
                        last.ceilingPerSecond())));
        return Optional.of("the client's own CPU time per request: " + String.join("; ", parts))
                .filter(_ -> !parts.isEmpty());
    }
}
