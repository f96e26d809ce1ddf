package comparison.harness.stats;

import java.util.Collection;

/** Requests per second as JMeter's summary computes them. */
public final class Throughput {

    private static final double MILLIS_PER_SECOND = 1000;

    private Throughput() {}

    /**
     * A request's time on the wire.
     *
     * @param startMillis since the epoch
     * @param elapsedMillis until the last byte of the answer, at least 0
     */
    public record Span(long startMillis, long elapsedMillis) {
        long endMillis() {
            return startMillis + elapsedMillis;
        }
    }

    /**
     * Returns count / (last end - first start), in 1/s. JMeter counts in milliseconds: a load within one millisecond counts
     * as one that took one.
     *
     * @param spans at least one
     */
    public static double perSecond(Collection<Span> spans) {
        return spans.size() * MILLIS_PER_SECOND / Math.max(1, millis(spans));
    }

    /**
     * Returns the mean number of requests in flight (Little, "A Proof for the Queuing Formula L = λW", 1961): the sum of
     * all times over the duration. A closed loop of n threads can't exceed n; what lacks is the client's own time.
     *
     * @param spans at least one
     */
    public static double inFlight(Collection<Span> spans) {
        long busy = spans.stream().mapToLong(Span::elapsedMillis).sum();
        return (double) busy / Math.max(1, millis(spans));
    }

    private static long millis(Collection<Span> spans) {
        long first = spans.stream().mapToLong(Span::startMillis).min().orElseThrow();
        long last = spans.stream().mapToLong(Span::endMillis).max().orElseThrow();
        return last - first;
    }
}
