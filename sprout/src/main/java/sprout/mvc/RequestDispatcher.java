package sprout.mvc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sprout.beans.BeanContext;
import sprout.beans.ContextPropagators;
import sprout.http.HttpException;
import sprout.http.HttpHandler;
import sprout.http.HttpRequest;
import sprout.http.HttpResponse;
import sprout.mvc.RouteModule.ErrorRoute;

/** The way of a request through filters, route, interceptors and controller. Immutable after construction, so safe for any thread. */
public final class RequestDispatcher implements HttpHandler {
    private final List<Endpoint> endpoints;
    private final RouteIndex routes;
    private final Methods methods;
    private final RequestTimings unmatched = new RequestTimings();
    private final Filter[] filters;
    private final Interceptor[] interceptors;
    private final HandlerMapping[] mappings;
    private final boolean everyRequestMayBlock;
    private final Json json;
    private final ResultWriter results;
    private final ErrorResponses errors;
    private final ContextPropagators context;

    private RequestDispatcher(
            BeanContext beans, List<Endpoint> endpoints, List<ErrorResponses.Handler> handlers, Json json) {
        this.endpoints = List.copyOf(endpoints);
        this.routes = new RouteIndex(endpoints);
        this.methods = new Methods(endpoints);
        this.filters = beans.list(Filter.class).toArray(Filter[]::new);
        this.interceptors = beans.list(Interceptor.class).toArray(Interceptor[]::new);
        this.mappings = beans.list(HandlerMapping.class).toArray(HandlerMapping[]::new);
        this.everyRequestMayBlock = Arrays.stream(filters).anyMatch(Filter::mayBlock)
                || Arrays.stream(interceptors).anyMatch(Interceptor::mayBlock)
                || endpoints.stream().allMatch(endpoint -> endpoint.route().mayBlock());
        this.json = json;
        this.results = new ResultWriter(json);
        this.context = beans.get(ContextPropagators.class);
        this.errors = new ErrorResponses(List.copyOf(handlers), beans.list(ErrorMapping.class), results, json);
    }

    /**
     * A dispatcher for all controllers of a context, by the route modules of the class path.
     *
     * @throws IllegalArgumentException if two methods answer the same requests; the message names both
     */
    public static RequestDispatcher of(BeanContext beans, Json json, ClassLoader loader) {
        List<Endpoint> endpoints = new ArrayList<>();
        List<ErrorResponses.Handler> handlers = new ArrayList<>();
        for (RouteModule module : ServiceLoader.load(RouteModule.class, loader)) {
            collect(module, beans, endpoints);
            collectHandlers(module, beans, handlers);
        }
        return new RequestDispatcher(beans, endpoints, handlers, json);
    }

    /** A module may hold controllers that are no beans of this context, because their package is not scanned. */
    private static void collect(RouteModule module, BeanContext beans, List<Endpoint> endpoints) {
        List<Route> routes = module.routes();
        for (int i = 0; i < routes.size(); i++) {
            Route route = routes.get(i);
            int index = i;
            beans.find(route.controller())
                    .ifPresent(controller -> endpoints.add(new Endpoint(route, module, index, controller)));
        }
    }

    private static void collectHandlers(RouteModule module, BeanContext beans, List<ErrorResponses.Handler> handlers) {
        List<ErrorRoute> routes = module.errorRoutes();
        for (int i = 0; i < routes.size(); i++) {
            ErrorRoute route = routes.get(i);
            int index = i;
            beans.find(route.owner())
                    .ifPresent(owner -> handlers.add(new ErrorResponses.Handler(route, module, index, owner)));
        }
    }

    /** All endpoints, for metrics and logs. */
    public List<Endpoint> endpoints() {
        return endpoints;
    }

    /** The timings of requests that no endpoint answered. */
    public RequestTimings unmatched() {
        return unmatched;
    }

    /** Where nothing promises not to, this costs nothing. */
    @Override
    public boolean mayBlock(HttpRequest request) {
        if (everyRequestMayBlock) {
            return true;
        }
        try {
            Endpoint endpoint = routes.find(request.method(), request.rawPath()).endpoint();
            return endpoint == null || endpoint.route().mayBlock();
        } catch (HttpException malformed) {
            return true;
        }
    }

    @Override
    public void handle(HttpRequest request, HttpResponse response) throws Exception {
        long start = System.nanoTime();
        Exchange exchange = new Exchange();
        try {
            exchange.doFilter(request, response);
        } catch (Exception e) {
            errors.write(e, exchange.endpoint, request, response);
        } finally {
            context.clear();
            RequestTimings timings = exchange.endpoint == null ? unmatched : exchange.endpoint.timings();
            timings.record(request.method(), response.status(), System.nanoTime() - start);
        }
    }

    /** One request's place in the filter chain. */
    private final class Exchange implements FilterChain {
        private int nextFilter;
        private @Nullable Endpoint endpoint;

        @Override
        public void doFilter(HttpRequest request, HttpResponse response) throws Exception {
            if (nextFilter < filters.length) {
                filters[nextFilter++].doFilter(request, response, this);
            } else {
                dispatch(request, response);
            }
        }

        /** Failures become responses here, inside of the filters, so that these see the status. */
        private void dispatch(HttpRequest request, HttpResponse response) throws Exception {
            try {
                if (request.rawPath().equals("*")) {
                    response.header("Allow", methods.allow());
                    return;
                }
                RouteIndex.Result found = routes.find(request.method(), request.rawPath());
                endpoint = found.endpoint();
                if (endpoint == null) {
                    withoutEndpoint(found.allowed(), request, response);
                } else {
                    checkContent(endpoint.route(), request);
                    intercepted(endpoint, found.variables(), request, response);
                }
            } catch (Exception e) {
                errors.write(e, endpoint, request, response);
            }
        }
    }

    private void withoutEndpoint(Set<String> allowed, HttpRequest request, HttpResponse response) throws Exception {
        if (!allowed.isEmpty()) {
            requireKnown(request.method());
            response.header("Allow", String.join(", ", allowed));
            if (!request.method().equals("OPTIONS")) {
                throw new HttpException(405, "%s is not allowed here.".formatted(request.method()));
            }
            return;
        }
        for (HandlerMapping mapping : mappings) {
            HttpHandler handler = mapping.findHandler(request);
            if (handler != null) {
                handler.handle(request, response);
                return;
            }
        }
        requireKnown(request.method());
        throw new HttpException(404, "There is nothing at %s.".formatted(request.rawPath()));
    }

    private void requireKnown(String method) {
        if (!methods.isKnown(method)) {
            throw new HttpException(501, "The method %s is not known here.".formatted(method));
        }
    }

    private static void checkContent(Route route, HttpRequest request) {
        if (!MediaTypes.isAccepted(request.headers().first("Accept"), route.produces())) {
            throw new HttpException(406, "Only %s can be sent.".formatted(String.join(", ", route.produces())));
        }
        if (!route.consumes().isEmpty()
                && !MediaTypes.isOneOf(request.headers().first("Content-Type"), route.consumes())) {
            throw new HttpException(
                    415, "The Content-Type must be %s.".formatted(String.join(" or ", route.consumes())));
        }
    }

    private void intercepted(Endpoint endpoint, List<String> variables, HttpRequest request, HttpResponse response)
            throws Exception {
        if (interceptors.length == 0) {
            results.write(call(endpoint, variables, request, response), endpoint.route(), request, response);
            return;
        }
        int entered = 0;
        Exception failure = null;
        try {
            while (entered < interceptors.length) {
                if (!interceptors[entered].preHandle(request, response, endpoint)) {
                    return;
                }
                entered++;
            }
            Object result = call(endpoint, variables, request, response);
            for (int i = entered - 1; i >= 0; i--) {
                interceptors[i].postHandle(request, response, endpoint, result);
            }
            results.write(result, endpoint.route(), request, response);
        } catch (Exception e) {
            failure = e;
            throw e;
        } finally {
            for (int i = entered - 1; i >= 0; i--) {
                interceptors[i].afterCompletion(request, response, endpoint, failure);
            }
        }
    }

    private @Nullable Object call(Endpoint endpoint, List<String> variables, HttpRequest request, HttpResponse response)
            throws Exception {
        List<String> names = endpoint.route().pattern().variables();
        return endpoint.call(new Arguments(request, response, names, variables, json));
    }
}
