package comparison.harness.load;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the client shall send.
 *
 * @param threads client threads, in the closed model
 * @param loops of each thread, four samples each, in the closed model
 * @param rate arrivals of the open model; null in the closed one
 */
public record LoadOrder(int threads, int loops, @Nullable Rate rate) {

    private static final int OPERATIONS = 4;

    /** Running samples get as long as JMeter's own time-out, before the end of the schedule interrupts them. */
    private static final int PAUSE_SECONDS = 10;

    /**
     * Evenly spaced arrivals.
     *
     * @param requestsPerSecond four per arrival
     * @param seconds how long
     */
    public record Rate(double requestsPerSecond, int seconds) {

        private String schedule() {
            return "rate(%s/sec) even_arrivals(%d sec) pause(%d sec)"
                    .formatted(requestsPerSecond / OPERATIONS, seconds, PAUSE_SECONDS);
        }
    }

    /** A closed loop. */
    public LoadOrder(int threads, int loops) {
        this(threads, loops, null);
    }

    /** Returns the name of the plan's file. */
    public String plan() {
        return "person-crud.jmx";
    }

    /** Returns the settings of the plan. */
    Map<String, String> settings() {
        return rate == null
                ? new TreeMap<>(Map.of("threads", Integer.toString(threads), "loops", Integer.toString(loops)))
                : Map.of("schedule", rate.schedule());
    }
}
