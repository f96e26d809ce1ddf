package sprout.mvc;

import java.util.ArrayList;
import java.util.List;

/**
 * Combines a filter or interceptor with the paths that it applies to. Its patterns are matched with the same decoded
 * segments as routes, so that no spelling of a path reaches a route and bypasses its filter. Immutable.
 */
final class Scoped<T extends PathScoped> {
    private static final String EVERYTHING = "/**";

    private final T value;
    private final List<PathPattern> included;
    private final List<PathPattern> excluded;
    private final boolean everywhere;

    private Scoped(T value) {
        this.value = value;
        this.included = patterns(value.paths());
        this.excluded = patterns(value.excludedPaths());
        this.everywhere = value.paths().contains(EVERYTHING) && excluded.isEmpty();
    }

    /**
     * Reads the paths of all values.
     *
     * @throws IllegalArgumentException if a pattern is invalid
     */
    static <T extends PathScoped> List<Scoped<T>> all(List<T> values) {
        List<Scoped<T>> scoped = new ArrayList<>();
        for (T value : values) {
            scoped.add(new Scoped<>(value));
        }
        return List.copyOf(scoped);
    }

    private static List<PathPattern> patterns(List<String> texts) {
        return texts.stream().map(PathPattern::parse).toList();
    }

    T value() {
        return value;
    }

    /** Whether it applies to every path, so that a path need not be split. */
    boolean everywhere() {
        return everywhere;
    }

    boolean appliesTo(List<String> path) {
        return everywhere || (matches(included, path) && !matches(excluded, path));
    }

    private static boolean matches(List<PathPattern> patterns, List<String> path) {
        for (PathPattern pattern : patterns) {
            if (pattern.match(path) != null) {
                return true;
            }
        }
        return false;
    }
}
