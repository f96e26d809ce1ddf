package comparison.lab.engine;

import comparison.harness.stats.Spread;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleBiFunction;

/** The metrics of a server under a shape of load, with their headings, units and number of digits. */
@SuppressWarnings("ImmutableEnumChecker") // the functions have no state
enum Metric {
    PER_SECOND("Requests/s", 0, (one, count) -> requests(count) * 1e6 / Math.max(1, count.micros())),
    CPU_MICROS("CPU (µs)", 1, (one, count) -> (one.userMicros() + one.systemMicros()) / requests(count)),
    SYSTEM_MICROS("of it kernel (µs)", 1, (one, count) -> one.systemMicros() / requests(count)),
    ALLOCATED_BYTES("Allocated (B)", 0, (one, count) -> one.allocatedBytes() / requests(count)),
    P50_MILLIS("p50 (ms)", 2, (_, count) -> count.p50Micros() / 1e3),
    P99_MILLIS("p99 (ms)", 2, (_, count) -> count.p99Micros() / 1e3),
    P999_MILLIS("p99.9 (ms)", 2, (_, count) -> count.p999Micros() / 1e3),
    PEAK_MIB("Peak memory (MiB)", 0, (one, _) -> one.peakBytes() / (double) (1 << 20));

    private final String heading;
    private final int digits;
    private final ToDoubleBiFunction<Measurement, Wrk.Count> figure;

    Metric(String heading, int digits, ToDoubleBiFunction<Measurement, Wrk.Count> figure) {
        this.heading = heading;
        this.digits = digits;
        this.figure = figure;
    }

    String heading() {
        return heading;
    }

    int digits() {
        return digits;
    }

    /** Computes the metric of a load that the client has counted. */
    double of(Measurement one) {
        return figure.applyAsDouble(one, Objects.requireNonNull(one.count()));
    }

    Spread over(List<Measurement> rounds) {
        return Spread.of(rounds.stream().map(this::of).toList());
    }

    private static double requests(Wrk.Count count) {
        return Math.max(1, count.requests());
    }
}
