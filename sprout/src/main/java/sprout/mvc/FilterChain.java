package sprout.mvc;

import sprout.http.HttpRequest;
import sprout.http.HttpResponse;

/** Calls the remaining filters and then the controller. */
@FunctionalInterface
public interface FilterChain {

    /**
     * Passes the request on and returns when the response is complete.
     *
     * @throws Exception if a later filter fails, or a controller fails after its response was committed; other failures
     *     of controllers have become responses already
     */
    void doFilter(HttpRequest request, HttpResponse response) throws Exception;
}
