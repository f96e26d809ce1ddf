package sprout.mvc;

import org.jspecify.annotations.Nullable;

/**
 * Combines a route with its controller bean; the {@code handler} that interceptors get. Immutable except for its
 * timings. Thread-safe.
 */
public final class Endpoint {
    private final Route route;
    private final RouteModule module;
    private final int index;
    private final Object controller;
    private RouteModule.@Nullable Call call;
    private final RequestTimings timings = new RequestTimings();

    Endpoint(Route route, RouteModule module, int index, Object controller) {
        this.route = route;
        this.module = module;
        this.index = index;
        this.controller = controller;
    }

    public Route route() {
        return route;
    }

    /** The number and duration of the requests so far, by method and status. */
    public RequestTimings timings() {
        return timings;
    }

    @Nullable
    Object call(Arguments arguments) throws Exception {
        RouteModule.Call known = call;
        if (known == null) {
            // A race may create two calls, which are equivalent.
            known = module.call(index);
            call = known;
        }
        return known.call(controller, arguments);
    }

    @Override
    public String toString() {
        return route.name();
    }
}
