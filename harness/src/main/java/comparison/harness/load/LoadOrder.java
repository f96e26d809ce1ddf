package comparison.harness.load;

import comparison.harness.plan.Simulation;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the client shall send.
 *
 * @param threads client threads, in the closed model
 * @param loops of each thread, four samples each, in the closed model
 * @param rate arrivals of the open model; null in the closed one
 * @param simulation what is sent instead; null for create, read, update and delete
 */
public record LoadOrder(
        int threads,
        int loops,
        @Nullable Rate rate,
        @Nullable Simulation simulation) {

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

    /** Create, read, update and delete, in a closed loop. */
    public LoadOrder(int threads, int loops) {
        this(threads, loops, null, null);
    }

    /** Create, read, update and delete, in either model. */
    public LoadOrder(int threads, int loops, @Nullable Rate rate) {
        this(threads, loops, rate, null);
    }

    /** A simulation of the sources. */
    public LoadOrder(Simulation simulation) {
        this(
                simulation.loop() == null ? 0 : simulation.loop().clients(),
                simulation.loop() == null ? 0 : simulation.loop().loops(),
                null,
                simulation);
    }

    /** Returns the name of the plan's file. */
    public String plan() {
        return simulation == null ? "person-crud.jmx" : "sources/" + simulation.plan() + ".jmx";
    }

    /** Returns whether requests arrive on a schedule. */
    boolean open() {
        return simulation == null ? rate != null : simulation.loop() == null;
    }

    /** Returns the settings of the plan. */
    Map<String, String> settings() {
        if (simulation != null) {
            return simulated(simulation);
        }
        return rate == null
                ? new TreeMap<>(Map.of("threads", Integer.toString(threads), "loops", Integer.toString(loops)))
                : Map.of("schedule", rate.schedule());
    }

    private static Map<String, String> simulated(Simulation simulation) {
        Map<String, String> settings = new TreeMap<>(simulation.settings());
        settings.put("connections", Integer.toString(simulation.connections()));
        return settings;
    }
}
