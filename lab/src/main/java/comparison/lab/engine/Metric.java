package comparison.lab.engine;

import comparison.harness.stats.Spread;
import java.util.List;

/** The metrics of a server under a shape of load, with their headings, units and number of digits. */
enum Metric {
    PER_SECOND("Requests/s", 0),
    CPU_MICROS("CPU (µs)", 1),
    SYSTEM_MICROS("of it kernel (µs)", 1),
    ALLOCATED_BYTES("Allocated (B)", 0),
    P50_MILLIS("p50 (ms)", 2),
    P99_MILLIS("p99 (ms)", 2),
    P999_MILLIS("p99.9 (ms)", 2),
    PEAK_MIB("Peak memory (MiB)", 0);

    private static final double MIB = 1 << 20;

    private final String heading;
    private final int digits;

    Metric(String heading, int digits) {
        this.heading = heading;
        this.digits = digits;
    }

    String heading() {
        return heading;
    }

    int digits() {
        return digits;
    }

    double of(Measurement one) {
        return switch (this) {
            case PER_SECOND -> one.perSecond();
            case CPU_MICROS -> one.cpuMicros();
            case SYSTEM_MICROS -> one.systemMicrosPerRequest();
            case ALLOCATED_BYTES -> one.bytesPerRequest();
            case P50_MILLIS -> one.millis(Wrk.Count::p50Micros);
            case P99_MILLIS -> one.millis(Wrk.Count::p99Micros);
            case P999_MILLIS -> one.millis(Wrk.Count::p999Micros);
            case PEAK_MIB -> one.peakBytes() / MIB;
        };
    }

    Spread over(List<Measurement> rounds) {
        return Spread.of(rounds.stream().map(this::of).toList());
    }
}
