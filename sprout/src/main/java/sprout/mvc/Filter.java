package sprout.mvc;

import sprout.beans.InfrastructureBean;
import sprout.http.HttpRequest;
import sprout.http.HttpResponse;

/**
 * Wraps requests, also those that no route answers. Filters run in {@code @Order}; a filter either calls the chain once or
 * answers itself, and what it throws becomes an error response like what a controller throws. Must be thread-safe.
 */
@FunctionalInterface
public interface Filter extends InfrastructureBean, PathScoped {

    /**
     * Handles a request or passes it on.
     *
     * @throws Exception which becomes an error response
     */
    void doFilter(HttpRequest request, HttpResponse response, FilterChain chain) throws Exception;

    /**
     * Whether this may wait for something. Asked once, at start; as long as one filter or interceptor may, no request is handled on
     * an event loop, see {@link sprout.mvc.annotation.NonBlocking}.
     */
    default boolean mayBlock() {
        return true;
    }
}
