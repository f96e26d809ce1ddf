package sprout.mvc;

import java.util.List;

/**
 * Limits a filter or interceptor to some paths. The patterns are read at start; an invalid pattern prevents the start.
 */
public interface PathScoped {

    /** Patterns ({@link PathPattern}), at least one of which must match the path; by default all paths. */
    default List<String> paths() {
        return List.of("/**");
    }

    /** Patterns that exclude a path, even if one of {@link #paths()} matches it; by default none. */
    default List<String> excludedPaths() {
        return List.of();
    }
}
