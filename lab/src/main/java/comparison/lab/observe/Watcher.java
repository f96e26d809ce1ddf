package comparison.lab.observe;

import comparison.harness.plan.Variant;
import java.util.List;
import java.util.Locale;

/** Ways of watching a server under load. */
enum Watcher {
    /** No watcher, as the base of comparisons. */
    NOBODY,
    /**
     * Scrapes like Prometheus, but every 111 ms, more than a hundred times as often as in practice, so that the cost is
     * measurable.
     */
    SCRAPE,
    /**
     * A flight recording from the start of the JVM, with the JDK's default settings, which are meant for production.
     */
    RECORDING;

    /** Returns the variant with the flags that this watcher needs. */
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
