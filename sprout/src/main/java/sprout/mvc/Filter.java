package sprout.mvc;

import sprout.beans.InfrastructureBean;
import sprout.http.HttpRequest;
import sprout.http.HttpResponse;

/**
 * Wraps requests, including those that no route matches. Only CORS preflight requests are answered before all filters.
 * Filters run in {@code @Order}. A filter either calls the chain once or answers the request itself. Exceptions become
 * error responses, like those of controllers. Must be thread-safe.
 */
@FunctionalInterface
public interface Filter extends InfrastructureBean, PathScoped {

    /**
     * Handles a request or passes it on.
     *
     * @throws Exception to answer with an error response
     */
    void doFilter(HttpRequest request, HttpResponse response, FilterChain chain) throws Exception;

    /**
     * Whether this filter may block its thread. It is called once, at start. If any filter or interceptor may block, no
     * request is handled on an event loop; see {@link sprout.mvc.annotation.NonBlocking}.
     */
    default boolean mayBlock() {
        return true;
    }
}
