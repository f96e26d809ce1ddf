package comparison.harness.workload;

import static comparison.harness.workload.Arrivals.Stage.constant;
import static comparison.harness.workload.Arrivals.Stage.pause;
import static comparison.harness.workload.Arrivals.Stage.ramp;
import static comparison.harness.workload.Arrivals.Stage.users;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIncludeProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import comparison.harness.Fault;
import comparison.harness.Names;
import comparison.harness.metric.Metric;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An experiment of the sources: what a client sends to a server that has just started, and what the results must
 * fulfil. The same schedules are the defaults of {@code jmeter/sources/*.jmx}. plan.json contains only its id and its
 * time scale.
 *
 * @param id name on the command line, in paths and in sources.json
 * @param timeScale factor for its published durations, or for the number of loops of a closed loop
 * @param title for readers
 * @param file name of JMeter's plan, without its ending
 * @param connections how many connections the requests share at most; 0 if each client thread has a separate one
 * @param arrivals the schedules, all at the same time; empty in a closed loop
 * @param loop the closed loop; null in the open model
 * @param demands what the source, or this project, asserts
 */
@JsonIncludeProperties({"id", "timeScale"})
public record Simulation(
        String id,
        double timeScale,
        String title,
        String file,
        int connections,
        List<Arrivals> arrivals,
        @Nullable Loop loop,
        List<Demand> demands)
        implements Workload {

    /**
     * An assertion over all requests of a start. The figure must be above its bound if higher is better, else below it.
     *
     * @param metric of the figure
     * @param bound in the unit of the metric's key; a figure equal to it fails
     */
    public record Demand(Metric metric, double bound) {

        /** Tells whether a figure fulfils the demand. */
        public boolean passes(double value) {
            return metric.direction().moreIsBetter() ? value > bound : value < bound;
        }
    }

    /**
     * Clients in a closed loop: each sends the next request when it has the response.
     *
     * @param label of the samples
     * @param clients how many
     * @param loops requests of each
     * @param rampSeconds time in which the clients begin
     * @param delayMillis how long the server waits before it answers, in ms; null if it does not wait
     */
    public record Loop(
            String label,
            int clients,
            int loops,
            int rampSeconds,
            @Nullable Integer delayMillis) {}

    /**
     * Response time-out. With 5000 simultaneous requests of 5 s each on 200 threads, the last one waits for 125 s;
     * JMeter's plans have 60 s otherwise.
     */
    private static final String LONGEST_ANSWER_MILLIS = "200000";

    private static final Metric MAX = Metric.latency("total", Metric.Percentile.MAX);

    private static final List<Demand> HELLO_DEMANDS = List.of(new Demand(MAX, 1000), new Demand(Metric.SUCCESS, 99));

    private static final List<Demand> ALL_SUCCEED = List.of(new Demand(Metric.SUCCESS, 99));

    private static final Simulation HELLO = open(
            "hello",
            "Hello, World",
            200,
            List.of(
                    new Arrivals("Warm-up request", List.of(users(5, 5), constant(10, 10))),
                    new Arrivals(
                            "GET /benchmark/hello",
                            List.of(
                                    pause(15),
                                    users(10, 5),
                                    users(50, 10),
                                    constant(100, 30),
                                    ramp(100, 200, 10),
                                    constant(200, 20)))),
            HELLO_DEMANDS);

    private static final Simulation CPU = open(
            "cpu",
            "CPU: Fibonacci and primes",
            200,
            List.of(
                    new Arrivals(
                            "GET /benchmark/cpu",
                            List.of(users(5, 5), users(20, 10), constant(30, 20), ramp(30, 50, 10), constant(50, 15))),
                    new Arrivals("GET /benchmark/cpu-heavy", List.of(pause(10), users(10, 10), constant(20, 20)))),
            List.of(new Demand(Metric.MEAN, 5000), new Demand(Metric.P95, 10_000), new Demand(Metric.SUCCESS, 99)));

    private static final Simulation LATENCY = open(
            "latency",
            "Latency: 50, 100 and 200 ms, and mixed",
            300,
            List.of(
                    new Arrivals(
                            "GET /benchmark/latency?ms=50",
                            List.of(users(20, 5), constant(100, 20), ramp(100, 300, 10), constant(300, 20))),
                    new Arrivals(
                            "GET /benchmark/latency?ms=100",
                            List.of(pause(5), users(20, 5), constant(80, 20), ramp(80, 200, 10), constant(200, 20))),
                    new Arrivals(
                            "GET /benchmark/latency?ms=200",
                            List.of(pause(10), users(10, 5), constant(50, 20), ramp(50, 150, 10), constant(150, 15))),
                    new Arrivals("GET /benchmark/mixed", List.of(pause(15), users(30, 10), constant(100, 25)))),
            List.of(new Demand(Metric.MEAN, 1000), new Demand(Metric.P99, 3000), new Demand(Metric.SUCCESS, 99)));

    private static final Simulation JSON = likeHello("json", "JSON");

    private static final Simulation MIXED = likeHello("mixed", "Mixed: Fibonacci(20), then 50 ms");

    /** 120,300 requests, as many as the full warm-up of the performance page. */
    private static final Simulation HEAVY = open(
            "heavy",
            "Heavy: to 1500 arrivals per second",
            400,
            List.of(new Arrivals("GET /benchmark/hello", List.of(ramp(10, 1500, 60), constant(1500, 50)))),
            HELLO_DEMANDS);

    /** Warms the client itself, on the stub. */
    public static final Simulation WARM_UP = new Simulation(
            "warm-up",
            1,
            "Warm-up of the client",
            "heavy",
            200,
            List.of(new Arrivals("GET /benchmark/hello", List.of(ramp(50, 500, 4), constant(500, 4)))),
            null,
            List.of());

    private static final List<Simulation> ALL = List.of(
            HELLO,
            CPU,
            LATENCY,
            JSON,
            MIXED,
            HEAVY,
            new Simulation(
                    "files",
                    1,
                    "Files: 100 MB by 20 clients",
                    "files",
                    20,
                    List.of(),
                    new Loop("GET /benchmark/file", 20, 50, 0, null),
                    ALL_SUCCEED),
            rung(10, 100, 100),
            rung(100, 100, 100),
            rung(1000, 1000, 10),
            rung(5000, 5000, 2));

    private static Simulation open(
            String id, String title, int connections, List<Arrivals> arrivals, List<Demand> demands) {
        return new Simulation(id, 1, title, id, connections, arrivals, null, demands);
    }

    private static Simulation likeHello(String id, String title) {
        List<Arrivals.Stage> stages =
                List.of(users(10, 5), users(50, 10), constant(100, 30), ramp(100, 200, 10), constant(200, 20));
        return open(id, title, 200, List.of(new Arrivals("GET /benchmark/" + id, stages)), HELLO_DEMANDS);
    }

    /**
     * Creates a rung of the ladder: every connection always waits for a response. From 100 ms on, the delay grows with
     * the number of connections. So at most 1000 requests per second are offered, which the client can send.
     */
    private static Simulation rung(int connections, int delayMillis, int loops) {
        return new Simulation(
                "ladder-" + connections,
                1,
                "Ladder: %d connections, %d ms".formatted(connections, delayMillis),
                "ladder",
                connections,
                List.of(),
                new Loop("GET /benchmark/latency", connections, loops, Math.max(1, connections / 1000), delayMillis),
                ALL_SUCCEED);
    }

    /** Lists all simulations that can be measured. */
    public static List<Simulation> all() {
        return ALL;
    }

    /** Names simulations for people. */
    public static String words(List<Simulation> simulations) {
        return "simulations " + simulations.stream().map(Simulation::id).collect(Collectors.joining(", "));
    }

    /**
     * Finds the simulation with this name.
     *
     * @throws Fault of kind BAD_INPUT if no simulation has this name; the message lists the valid ones
     */
    public static Simulation named(String id) {
        return Names.find("simulation", id, ALL, Simulation::id, "");
    }

    @JsonCreator
    static Simulation planned(@JsonProperty("id") String id, @JsonProperty("timeScale") double timeScale) {
        return named(id).scaled(timeScale);
    }

    /** Multiplies the durations, or the number of loops of a closed loop. Rates and numbers of clients stay. */
    public Simulation scaled(double scale) {
        Loop scaled = loop == null
                ? null
                : new Loop(
                        loop.label(),
                        loop.clients(),
                        Math.max(1, (int) Math.round(loop.loops() * scale)),
                        loop.rampSeconds(),
                        loop.delayMillis());
        return new Simulation(
                id,
                timeScale * scale,
                title,
                file,
                connections,
                arrivals.stream().map(stream -> stream.scaled(scale)).toList(),
                scaled,
                demands);
    }

    @Override
    public int requests() {
        return loop == null ? arrivals.stream().mapToInt(Arrivals::count).sum() : loop.clients() * loop.loops();
    }

    /** Estimates the duration in s; for a loop without a delay it is a guess. */
    public double seconds() {
        if (loop == null) {
            return Arrivals.GRACE_SECONDS
                    + arrivals.stream().mapToDouble(Arrivals::seconds).max().orElse(0);
        }
        Integer delay = loop.delayMillis();
        return loop.rampSeconds() + loop.loops() * (delay == null ? 2000 : delay) / 1000.0;
    }

    /** Tells whether it requests nothing but {@code GET /benchmark/latency}. */
    public boolean onlyWaits() {
        return loop != null && loop.delayMillis() != null;
    }

    @Override
    public boolean open() {
        return loop == null;
    }

    @Override
    public String words() {
        return "%s: %d requests".formatted(title, requests());
    }

    @Override
    public String plan() {
        return "sources/" + file + ".jmx";
    }

    @Override
    public Map<String, String> settings() {
        Map<String, String> settings = new TreeMap<>(Map.of("connections", Integer.toString(connections)));
        if (loop == null) {
            for (int i = 0; i < arrivals.size(); i++) {
                settings.put("schedule" + (i + 1), arrivals.get(i).schedule());
            }
            return settings;
        }
        settings.put("threads", Integer.toString(loop.clients()));
        settings.put("loops", Integer.toString(loop.loops()));
        settings.put("ramp", Integer.toString(loop.rampSeconds()));
        if (loop.delayMillis() != null) {
            settings.put("ms", Integer.toString(loop.delayMillis()));
            settings.put("responseTimeout", LONGEST_ANSWER_MILLIS);
        }
        return settings;
    }
}
