package comparison.harness.report;

import comparison.harness.metric.Metric;
import comparison.harness.record.Calibration;
import comparison.harness.record.Json;
import comparison.harness.record.RunFolder;
import comparison.harness.stats.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Reports the client's own CPU time per request. An expensive client takes processor time from the server that it
 * measures, and hides differences.
 */
final class ClientCost {

    private final List<Calibration> calibrations;
    private final List<Double> loads;

    ClientCost(RunFolder run, List<Figures> invocations) {
        this.calibrations = IntStream.iterate(1, number -> number + 1)
                .mapToObj(number -> Json.read(run.calibration(number), Calibration.class))
                .takeWhile(Optional::isPresent)
                .flatMap(Optional::stream)
                .toList();
        this.loads = invocations.stream()
                .flatMap(figures -> Optional.ofNullable(figures.values().get(Metric.CLIENT_CPU.key())).stream())
                .toList();
    }

    /** Describes it in one line; empty if it was not measured. */
    Optional<String> line() {
        List<String> parts = new ArrayList<>();
        if (!loads.isEmpty()) {
            Spread spread = Spread.of(new ArrayList<>(loads));
            parts.add(String.format(
                    Locale.ROOT, "%.0f us in the loads (%.0f to %.0f)", spread.median(), spread.min(), spread.max()));
        }
        calibrations.stream()
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
