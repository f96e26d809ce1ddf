package sprout.mvc;

import org.jspecify.annotations.Nullable;
import sprout.beans.InfrastructureBean;
import sprout.http.HttpHandler;
import sprout.http.HttpRequest;

/**
 * Finds handlers for requests to paths that no route matches. Mappings are called in {@code @Order}, before static
 * files. Must be thread-safe.
 */
@FunctionalInterface
public interface HandlerMapping extends InfrastructureBean {

    /** Returns the handler of a request, or null if this mapping has none. */
    @Nullable
    HttpHandler findHandler(HttpRequest request);
}
