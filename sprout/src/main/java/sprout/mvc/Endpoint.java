package sprout.mvc;

import org.jspecify.annotations.Nullable;

/** A route with the controller that it is called on: what filters' and interceptors' {@code handler} is. Immutable but for its timings. */
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

    /** The declaration. */
    public Route route() {
        return route;
    }

    /** How often and how long it was called, by method and status. */
    public RequestTimings timings() {
        return timings;
    }

    @Nullable
    Object call(Arguments arguments) throws Exception {
        RouteModule.Call known = call;
        if (known == null) {
            // Two threads may make two, which are the same.
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
