package comparison.harness.workload;

import static comparison.harness.workload.Arrivals.Stage.constant;
import static comparison.harness.workload.Arrivals.Stage.pause;
import static comparison.harness.workload.Arrivals.Stage.ramp;
import static comparison.harness.workload.Arrivals.Stage.users;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIncludeProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import comparison.harness.Fault;
import comparison.harness.metric.Metric;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An experiment of the sources: what a client sends to a server that has just started, and what is demanded of the answers.
 * The same schedules are the defaults of {@code jmeter/sources/*.jmx}. In plan.json it is its id and its time scale.
 *
 * @param id name on the command line, in paths and in sources.json
 * @param timeScale by which its published durations, and loops of a closed one, are multiplied
 * @param title for a person
 * @param file name of JMeter's plan, without its ending
 * @param connections how many connections the requests share at most; 0: each client thread has its own
 * @param arrivals what arrives on a schedule, all at the same time; empty in a closed loop
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
     * An assertion over all requests of a start: where more is better the figure must be above its bound, else below it.
     *
     * @param metric of what
     * @param bound in the unit of the metric's key; never reached by a figure that passes
     */
    public record Demand(Metric metric, double bound) {

        /** Returns whether a figure passes. */
        public boolean passes(double value) {
            return metric.direction().moreIsBetter() ? value > bound : value < bound;
        }
    }

    /**
     * Clients that ask again as soon as they are answered.
     *
     * @param label of the samples
     * @param clients how many
     * @param loops requests of each
     * @param rampSeconds in which they begin
     * @param delayMillis that the server shall wait; null where it shall not
     */
    public record Loop(
            String label,
            int clients,
            int loops,
            int rampSeconds,
            @Nullable Integer delayMillis) {}

    /** The last of 5000 requests that wait 5 s each has to wait for 125 s on 200 threads; JMeter's plans have 60 s otherwise. */
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

    /** 120 300 requests, as many as the full warm-up of the performance page. */
    private static final Simulation HEAVY = open(
            "heavy",
            "Heavy: to 1500 arrivals per second",
            400,
            List.of(new Arrivals("GET /benchmark/hello", List.of(ramp(10, 1500, 60), constant(1500, 50)))),
            HELLO_DEMANDS);

    /** For the client itself, on the stub. */
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
     * A rung of the ladder: all connections always wait for an answer. The delay grows with their number from 100 ms on, so
     * that no more than 1000 requests per second are offered, which the client can send.
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

    /** Returns all there are. */
    public static List<Simulation> all() {
        return ALL;
    }

    /**
     * Returns the simulation of that name.
     *
     * @throws Fault of kind BAD_INPUT if there is none; it lists the valid ones
     */
    public static Simulation named(String id) {
        return ALL.stream()
                .filter(simulation -> simulation.id().equals(id))
                .findFirst()
                .orElseThrow(() -> Fault.badInput("Unknown simulation '%s'. Valid: %s."
                        .formatted(id, ALL.stream().map(Simulation::id).collect(Collectors.joining(", ")))));
    }

    @JsonCreator
    static Simulation planned(@JsonProperty("id") String id, @JsonProperty("timeScale") double timeScale) {
        return named(id).scaled(timeScale);
    }

    /** Returns the same with durations, and loops of a closed one, multiplied; rates and numbers of clients stay. */
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

    /** Returns about how long it takes, in s; that of a loop without a delay is a guess. */
    public double seconds() {
        if (loop == null) {
            return Arrivals.GRACE_SECONDS
                    + arrivals.stream().mapToDouble(Arrivals::seconds).max().orElse(0);
        }
        Integer delay = loop.delayMillis();
        return loop.rampSeconds() + loop.loops() * (delay == null ? 2000 : delay) / 1000.0;
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
