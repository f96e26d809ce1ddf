package comparison.harness.workload;

import java.util.Map;
import java.util.TreeMap;

/**
 * Create, read, update and delete in the open model: loops arrive evenly spaced.
 *
 * @param perSecond requests per second, {@link #OPERATIONS} per arrival; above 0, at most {@link #MOST_PER_SECOND}
 *     without kept connections
 * @param seconds how long loops arrive
 * @param connections how many kept connections they share; 0 if each opens one
 */
public record Rate(double perSecond, int seconds, int connections) implements Workload {

    /**
     * Highest rate with a connection per loop: about 470 new connections per second exhaust the ports.
     */
    public static final int MOST_PER_SECOND = 1_800;

    /**
     * Time for running samples after the last arrival, as long as JMeter's own time-out, before the end of the schedule
     * interrupts them.
     */
    private static final int PAUSE_SECONDS = 10;

    /** Creates a workload in which each loop opens a connection. */
    public Rate(double perSecond, int seconds) {
        this(perSecond, seconds, 0);
    }

    @Override
    public int requests() {
        return (int) Math.round(perSecond * seconds / OPERATIONS) * OPERATIONS;
    }

    /** One loop more or less. */
    @Override
    public int tolerance() {
        return OPERATIONS;
    }

    @Override
    public boolean open() {
        return true;
    }

    @Override
    public String words() {
        return "open model, %s requests per second for %s s, %s of create, read, update, delete: %s samples per load"
                .formatted(
                        perSecond,
                        seconds,
                        connections == 0
                                ? "a connection for each loop"
                                : connections + " kept connections for the loops",
                        requests());
    }

    /** Gives the rate twice: as JMeter's schedule, and as numbers for an engine that makes its own. */
    @Override
    public Map<String, String> settings() {
        double arrivals = perSecond / OPERATIONS;
        Map<String, String> settings = new TreeMap<>(Map.of(
                "schedule",
                "rate(%s/sec) even_arrivals(%s sec) pause(%s sec)".formatted(arrivals, seconds, PAUSE_SECONDS),
                "arrivals",
                Double.toString(arrivals),
                "seconds",
                Integer.toString(seconds)));
        if (connections > 0) {
            settings.put("connections", Integer.toString(connections));
        }
        return settings;
    }
}
