package comparison.lab.engine;

import comparison.harness.Fault;
import comparison.harness.Names;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A server that {@code peers.jar} can start.
 *
 * @param id its name there
 * @param handler kind of threads that handle requests
 */
record Server(String id, String handler) {

    /** All servers; those of Sprout first. */
    static final List<Server> ALL = List.of(
            new Server("sprout-nio-loop", "event loop"),
            new Server("sprout-nio-virtual", "virtual threads"),
            new Server("sprout-nio-platform", "thread pool"),
            new Server("sprout-hybrid-virtual", "virtual threads"),
            new Server("sprout-hybrid-platform", "thread pool"),
            new Server("helidon", "virtual threads"),
            new Server("vertx-loop", "event loop"),
            new Server("vertx-loop-router", "event loop"),
            new Server("vertx-virtual", "virtual threads"),
            new Server("undertow-loop", "event loop"),
            new Server("undertow-loop-router", "event loop"),
            new Server("undertow-worker", "thread pool"),
            new Server("jetty-loop", "event loop"),
            new Server("jetty-virtual", "virtual threads"),
            new Server("jdk", "virtual threads"));

    /** Returns whether it is not one of Sprout's. */
    boolean isPeer() {
        return !id.startsWith("sprout-");
    }

    /**
     * Finds servers by name.
     *
     * @throws Fault of kind BAD_INPUT if a name is unknown; the message suggests similar ones
     */
    static List<Server> select(List<String> ids) {
        return ids.stream().map(Server::named).distinct().toList();
    }

    static Server named(String id) {
        String all = "All: %s.".formatted(ALL.stream().map(Server::id).collect(Collectors.joining(", ")));
        return Names.find("server", id, ALL, Server::id, all);
    }
}
