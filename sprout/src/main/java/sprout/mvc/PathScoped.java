package sprout.mvc;

import java.util.List;

/** What applies to some paths only. Asked once, at start; a pattern that cannot be read is an error at start. */
public interface PathScoped {

    /** Patterns as in {@code @GetMapping}, one of which must match the path; by default all paths. */
    default List<String> paths() {
        return List.of("/**");
    }

    /** Patterns of which none may match; by default none. */
    default List<String> excludedPaths() {
        return List.of();
    }
}
