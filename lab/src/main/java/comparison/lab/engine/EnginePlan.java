package comparison.lab.engine;

import comparison.harness.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Defines what is measured, in which order; written as {@code plan.json}.
 *
 * @param schemaVersion version of the JSON form
 * @param route {@code /benchmark/hello} or {@code /benchmark/json}
 * @param connections kept open by the client, each 1 to 10000
 * @param pipelining requests that a connection sends together, each 1 to 64
 * @param seconds of each load, 1 to 600
 * @param warmUpSeconds of each fresh server, not measured; a second of each shape of load follows
 * @param rounds fresh starts of every server, 1 to 100
 * @param seed of the order
 * @param order the servers of each round
 * @param jvmFlags of every server
 */
record EnginePlan(
        int schemaVersion,
        String route,
        List<Integer> connections,
        List<Integer> pipelining,
        int seconds,
        int warmUpSeconds,
        int rounds,
        long seed,
        List<List<String>> order,
        List<String> jvmFlags) {

    /** Warm-up of each shape of load, after that of the server and before any shape is measured. */
    static final int SHAPE_WARM_UP_SECONDS = 1;

    private static final List<String> JVM_FLAGS = List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:ActiveProcessorCount=2");
    private static final int MAX_CONNECTIONS = 10_000;
    private static final int MAX_PIPELINING = 64;
    /** Time to start and stop a server. */
    private static final double SERVER_OVERHEAD_SECONDS = 3;

    private static final double LOAD_OVERHEAD_SECONDS = 0.5;

    /**
     * Validates the sizes of a plan and draws its order.
     *
     * @throws Fault of kind BAD_INPUT if a number is out of range
     */
    static EnginePlan draw(
            List<Server> servers,
            String route,
            List<Integer> connections,
            List<Integer> pipelining,
            int seconds,
            int warmUpSeconds,
            int rounds,
            long seed) {
        connections.forEach(count -> Fault.count("--connections", count, MAX_CONNECTIONS));
        pipelining.forEach(depth -> Fault.count("--pipelining", depth, MAX_PIPELINING));
        Fault.count("--duration", seconds, 600);
        Fault.count("--warm-up", warmUpSeconds, 600);
        Fault.count("--rounds", rounds, 100);
        Random random = new Random(seed);
        List<List<String>> order = IntStream.range(0, rounds)
                .mapToObj(_ -> shuffled(servers, random))
                .toList();
        return new EnginePlan(
                1,
                "/benchmark/" + route,
                connections,
                pipelining,
                seconds,
                warmUpSeconds,
                rounds,
                seed,
                order,
                JVM_FLAGS);
    }

    private static List<String> shuffled(List<Server> servers, Random random) {
        List<String> ids = new ArrayList<>(servers.stream().map(Server::id).toList());
        Collections.shuffle(ids, random);
        return ids;
    }

    /** Returns the shapes of load for each server in each round. */
    List<Shape> shapes() {
        return pipelining.stream()
                .flatMap(depth -> connections.stream().map(count -> new Shape(count, depth)))
                .toList();
    }

    /** Returns the expected duration without builds. */
    Duration estimate() {
        double perServer = SERVER_OVERHEAD_SECONDS
                + warmUpSeconds
                + shapes().size() * (SHAPE_WARM_UP_SECONDS + seconds + 2 * LOAD_OVERHEAD_SECONDS);
        long starts = order.stream().mapToLong(List::size).sum();
        return Duration.ofSeconds(Math.round(perServer * starts));
    }

    /**
     * One shape of load.
     *
     * @param connections kept open
     * @param pipelining requests sent together on each
     */
    record Shape(int connections, int pipelining) {
        @Override
        public String toString() {
            return connections + "x" + pipelining;
        }
    }
}
