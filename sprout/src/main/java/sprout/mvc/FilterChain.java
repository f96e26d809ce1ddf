package sprout.mvc;

import sprout.http.HttpRequest;
import sprout.http.HttpResponse;

/** The rest of the way to the controller. */
@FunctionalInterface
public interface FilterChain {

    /**
     * Passes the request on; returns when the response is complete.
     *
     * @throws Exception what a later filter throws; failures of controllers became responses already
     */
    void doFilter(HttpRequest request, HttpResponse response) throws Exception;
}
