package comparison.lab.observe;

import comparison.harness.plan.Variant;
import java.util.List;
import java.util.Locale;

/** Who watches a server while it is under load. */
enum Watcher {
    /** What the others are compared with. */
    NOBODY,
    /** Prometheus, every 111 ms: a hundred times as often as in practice, so that the cost is seen. */
    SCRAPE,
    /** A flight recording from the start of the JVM on, with the JDK's default settings, meant for production. */
    RECORDING;

    /** Returns the variant as it is started for this watcher. */
    Variant started(Variant variant) {
        return this == RECORDING
                ? variant.withFlags(List.of("-XX:StartFlightRecording:settings=default", "-Xlog:jfr+startup=error"))
                : variant;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
