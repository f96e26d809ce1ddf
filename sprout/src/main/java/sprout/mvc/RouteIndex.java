package sprout.mvc;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sprout.mvc.PathPattern.Kind;
import sprout.mvc.PathPattern.Segment;

/**
 * Finds the endpoint for a method and path. Literal patterns are found in a map by the whole path, all others in a tree
 * of path segments. Immutable after construction and thread-safe.
 */
final class RouteIndex {
    private final Node root = new Node();
    private final Map<String, Node> fixed = new HashMap<>();

    /**
     * Builds the index.
     *
     * @throws IllegalArgumentException if two endpoints answer the same method and paths; the message names both
     */
    RouteIndex(List<Endpoint> endpoints) {
        for (Endpoint endpoint : endpoints) {
            add(endpoint);
        }
        root.sort();
    }

    /**
     * Finds the most specific endpoint that answers the method, or the methods that the path allows.
     *
     * @throws sprout.http.HttpException with status 400 if an escape of the path is malformed
     */
    Result find(String method, String rawPath) {
        Endpoint plain = fixed(method, rawPath);
        return plain != null ? new Result(plain, List.of(), Set.of()) : search(method, rawPath);
    }

    /** Finds an endpoint whose pattern is exactly this path, the most specific match; null if it does not exist. */
    private @Nullable Endpoint fixed(String method, String rawPath) {
        Node node = fixed.get(rawPath);
        return node == null ? null : node.own(method);
    }

    private Result search(String method, String rawPath) {
        List<String> path = Paths.segments(rawPath);
        Set<String> allowed = new LinkedHashSet<>();
        Endpoint endpoint = root.find(method, path, 0, allowed);
        return new Result(endpoint, endpoint == null ? List.of() : values(endpoint, path), allowed);
    }

    private static List<String> values(Endpoint endpoint, List<String> path) {
        PathPattern pattern = endpoint.route().pattern();
        List<String> values = pattern.variables().isEmpty() ? List.of() : pattern.match(path);
        return values == null ? List.of() : values;
    }

    private void add(Endpoint endpoint) {
        Node node = root;
        for (Segment segment : endpoint.route().pattern().segments()) {
            node = segment.kind() == Kind.LITERAL ? node.literal(segment.text()) : node.edge(segment);
        }
        node.put(endpoint);
        if (isPlain(endpoint.route().pattern())) {
            fixed.put(endpoint.route().pattern().text(), node);
        }
    }

    /**
     * Whether a pattern can be found by the raw path. It must be literal and have no percent sign, which starts an
     * escape in a path.
     */
    private static boolean isPlain(PathPattern pattern) {
        if (pattern.text().indexOf('%') >= 0) {
            return false;
        }
        for (Segment segment : pattern.segments()) {
            if (segment.kind() != Kind.LITERAL) {
                return false;
            }
        }
        return true;
    }

    /**
     * Represents the result of a lookup.
     *
     * @param endpoint null if none answers the request
     * @param variables the values of the variables in the pattern, in its order
     * @param allowed the methods that the path allows, if {@code endpoint} is null; empty if no pattern matches the
     *     path
     */
    record Result(@Nullable Endpoint endpoint, List<String> variables, Set<String> allowed) {}

    private record Edge(Segment segment, Node node) implements Comparable<Edge> {
        @Override
        public int compareTo(Edge other) {
            return segment.compareTo(other.segment);
        }
    }

    private static final class Node {
        private final Map<String, Node> literals = new LinkedHashMap<>();
        private final List<Edge> edges = new ArrayList<>();
        private final Map<String, Endpoint> byMethod = new LinkedHashMap<>();
        private @Nullable Endpoint anyMethod;

        Node literal(String text) {
            Node node = literals.get(text);
            if (node == null) {
                node = new Node();
                literals.put(text, node);
            }
            return node;
        }

        Node edge(Segment segment) {
            for (Edge edge : edges) {
                if (edge.segment().sameAs(segment)) {
                    return edge.node();
                }
            }
            Edge edge = new Edge(segment, new Node());
            edges.add(edge);
            return edge.node();
        }

        void put(Endpoint endpoint) {
            if (endpoint.route().methods().isEmpty()) {
                requireFree(anyMethod, endpoint, "every method");
                anyMethod = endpoint;
            }
            for (String method : endpoint.route().methods()) {
                requireFree(byMethod.put(method, endpoint), endpoint, method);
            }
        }

        private static void requireFree(@Nullable Endpoint other, Endpoint endpoint, String method) {
            if (other != null) {
                throw new IllegalArgumentException("%s and %s both answer %s %s: change the path of one of them"
                        .formatted(
                                other.route().name(),
                                endpoint.route().name(),
                                method,
                                endpoint.route().pattern()));
            }
        }

        void sort() {
            Collections.sort(edges);
            for (Edge edge : edges) {
                edge.node().sort();
            }
            for (Node node : literals.values()) {
                node.sort();
            }
        }

        @Nullable
        Endpoint find(String method, List<String> path, int at, Set<String> allowed) {
            if (at == path.size()) {
                Endpoint own = own(method, allowed);
                return own == null ? rest(method, allowed) : own;
            }
            Node literal = literals.get(path.get(at));
            Endpoint found = literal == null ? null : literal.find(method, path, at + 1, allowed);
            for (int i = 0; found == null && i < edges.size(); i++) {
                Edge edge = edges.get(i);
                if (edge.segment().kind() == Kind.REST) {
                    found = edge.node().own(method, allowed);
                } else if (edge.segment().matches(path.get(at))) {
                    found = edge.node().find(method, path, at + 1, allowed);
                }
            }
            return found;
        }

        /** Finds the endpoint of a {@code **} pattern, which also matches zero segments. */
        private @Nullable Endpoint rest(String method, Set<String> allowed) {
            for (Edge edge : edges) {
                if (edge.segment().kind() == Kind.REST) {
                    return edge.node().own(method, allowed);
                }
            }
            return null;
        }

        private @Nullable Endpoint own(String method, Set<String> allowed) {
            Endpoint found = own(method);
            if (found == null && !byMethod.isEmpty()) {
                allow(allowed);
            }
            return found;
        }

        @Nullable
        Endpoint own(String method) {
            Endpoint found = byMethod.get(method);
            if (found == null && method.equals("HEAD")) {
                found = byMethod.get("GET");
            }
            return found == null ? anyMethod : found;
        }

        private void allow(Set<String> allowed) {
            allowed.addAll(byMethod.keySet());
            if (byMethod.containsKey("GET")) {
                allowed.add("HEAD");
            }
            allowed.add("OPTIONS");
        }
    }
}
