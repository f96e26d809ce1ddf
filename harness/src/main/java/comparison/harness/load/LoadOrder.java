package comparison.harness.load;

import comparison.harness.plan.Plan;
import comparison.harness.plan.Simulation;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the client shall send.
 *
 * @param engine which client this is for
 * @param threads client threads, in the closed model
 * @param loops of each thread, four samples each, in the closed model
 * @param rate arrivals of the open model; null in the closed one
 * @param simulation what is sent instead; null for create, read, update and delete
 */
public record LoadOrder(
        Engine engine,
        int threads,
        int loops,
        @Nullable Rate rate,
        @Nullable Simulation simulation) {

    /** Running samples get as long as JMeter's own time-out, before the end of the schedule interrupts them. */
    private static final int PAUSE_SECONDS = 10;

    /**
     * Evenly spaced arrivals.
     *
     * @param requestsPerSecond four per arrival
     * @param seconds how long
     */
    public record Rate(double requestsPerSecond, int seconds) {

        /** Four requests per connection, and about 470 new connections per second until the ports run out. */
        public static final int MOST_PER_SECOND = 1_800;

        /** Returns it twice: as JMeter's schedule, and in numbers for an engine that makes its own. */
        private Map<String, String> settings() {
            double arrivals = requestsPerSecond / Plan.OPERATIONS;
            return new TreeMap<>(Map.of(
                    "schedule",
                    "rate(%s/sec) even_arrivals(%s sec) pause(%s sec)".formatted(arrivals, seconds, PAUSE_SECONDS),
                    "arrivals",
                    Double.toString(arrivals),
                    "seconds",
                    Integer.toString(seconds)));
        }
    }

    /** Create, read, update and delete, in a closed loop, by JMeter. */
    public LoadOrder(int threads, int loops) {
        this(Engine.JMETER, threads, loops, null, null);
    }

    /** Create, read, update and delete, in either model. */
    public LoadOrder(Engine engine, int threads, int loops, @Nullable Rate rate) {
        this(engine, threads, loops, rate, null);
    }

    /** A simulation of the sources, which JMeter alone can send. */
    public LoadOrder(Simulation simulation) {
        this(
                Engine.JMETER,
                simulation.loop() == null ? 0 : simulation.loop().clients(),
                simulation.loop() == null ? 0 : simulation.loop().loops(),
                null,
                simulation);
    }

    /** Returns a closed load of so many loops for the same engine and threads. */
    public LoadOrder closed(int otherLoops) {
        return new LoadOrder(engine, threads, otherLoops, null);
    }

    /** Returns an open load for the same engine. */
    public LoadOrder open(Rate other) {
        return new LoadOrder(engine, threads, loops, other);
    }

    /** Returns how many requests the closed model sends. */
    public long requests() {
        return (long) threads * loops * Plan.OPERATIONS;
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
                : rate.settings();
    }

    private static Map<String, String> simulated(Simulation simulation) {
        Map<String, String> settings = new TreeMap<>(simulation.settings());
        settings.put("connections", Integer.toString(simulation.connections()));
        return settings;
    }
}
