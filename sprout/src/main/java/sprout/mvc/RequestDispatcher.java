package sprout.mvc;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sprout.beans.BeanContext;
import sprout.beans.ContextPropagators;
import sprout.config.AppConfig;
import sprout.config.ConfigException;
import sprout.config.Setting;
import sprout.http.HttpException;
import sprout.http.HttpHandler;
import sprout.http.HttpRequest;
import sprout.http.HttpResponse;
import sprout.mvc.RouteModule.ErrorRoute;

/** Passes requests through CORS, filters, route, interceptors and controller. Immutable and thread-safe. */
public final class RequestDispatcher implements HttpHandler {
    private final List<Endpoint> endpoints;
    private final RouteIndex routes;
    private final Methods methods;
    private final RequestTimings unmatched = new RequestTimings();
    private final List<Scoped<Filter>> filters;
    private final List<HandlerMapping> mappings;
    private final boolean everyRequestMayBlock;
    private final @Nullable Cors cors;
    private final EndpointCall calls;
    private final ErrorResponses errors;
    private final ContextPropagators context;

    private RequestDispatcher(BeanContext beans, Found found, Json json, ClassLoader loader) {
        AppConfig config = beans.get(AppConfig.class);
        MvcOptions options = MvcOptions.from(config);
        this.endpoints = List.copyOf(found.endpoints);
        this.routes = new RouteIndex(endpoints);
        this.methods = new Methods(endpoints);
        this.filters = Scoped.all(beans.list(Filter.class));
        List<Interceptor> interceptors = beans.list(Interceptor.class);
        this.mappings = new ArrayList<>(beans.list(HandlerMapping.class));
        this.mappings.add(StaticFiles.from(config, loader, methods));
        this.everyRequestMayBlock = anyMayBlock(filters, interceptors) || allMayBlock(endpoints);
        this.context = beans.get(ContextPropagators.class);
        this.cors = options.cors();
        ResultWriter results = new ResultWriter(json);
        this.calls = new EndpointCall(Scoped.all(interceptors), json, results, options);
        this.errors = new ErrorResponses(
                found.handlers, found.statuses, beans.list(ErrorMapping.class), results, json, options);
    }

    private static boolean anyMayBlock(List<Scoped<Filter>> filters, List<Interceptor> interceptors) {
        for (Scoped<Filter> filter : filters) {
            if (filter.value().mayBlock()) {
                return true;
            }
        }
        for (Interceptor interceptor : interceptors) {
            if (interceptor.mayBlock()) {
                return true;
            }
        }
        return false;
    }

    private static boolean allMayBlock(List<Endpoint> endpoints) {
        for (Endpoint endpoint : endpoints) {
            if (!endpoint.route().mayBlock()) {
                return false;
            }
        }
        return true;
    }

    /**
     * Creates a dispatcher for all controllers of a context, from the route modules on the class path.
     *
     * @throws IllegalArgumentException if two methods answer the same requests (the message names both), or a pattern
     *     of a filter or interceptor is invalid
     * @throws ConfigException if a setting below {@code mvc}, {@code cors}, {@code static}, {@code forms} or
     *     {@code multipart} is invalid
     */
    public static RequestDispatcher of(BeanContext beans, Json json, ClassLoader loader) {
        Found found = new Found();
        for (RouteModule module : ServiceLoader.load(RouteModule.class, loader)) {
            collect(module, beans, found.endpoints);
            collectHandlers(module, beans, found.handlers);
            found.statuses.addAll(module.errorStatuses());
        }
        return new RequestDispatcher(beans, found, json, loader);
    }

    /** Collects what the route modules provide for this context. */
    private static final class Found {
        private final List<Endpoint> endpoints = new ArrayList<>();
        private final List<ErrorResponses.Handler> handlers = new ArrayList<>();
        private final List<RouteModule.ErrorStatus> statuses = new ArrayList<>();
    }

    /**
     * Adds the endpoints of a module, except those of controllers whose package is not scanned: they are not beans of
     * this context.
     */
    private static void collect(RouteModule module, BeanContext beans, List<Endpoint> endpoints) {
        List<Route> routes = module.routes();
        for (int i = 0; i < routes.size(); i++) {
            Route route = routes.get(i);
            Object controller = beans.find(route.controller()).orElse(null);
            if (controller != null) {
                endpoints.add(new Endpoint(route, module, i, controller));
            }
        }
    }

    private static void collectHandlers(RouteModule module, BeanContext beans, List<ErrorResponses.Handler> handlers) {
        List<ErrorRoute> routes = module.errorRoutes();
        for (int i = 0; i < routes.size(); i++) {
            ErrorRoute route = routes.get(i);
            Object owner = beans.find(route.owner()).orElse(null);
            if (owner != null) {
                handlers.add(new ErrorResponses.Handler(route, module, i, owner));
            }
        }
    }

    /** The settings that a dispatcher reads. */
    public static List<Setting<?>> settings() {
        return MvcOptions.SETTINGS;
    }

    /** All endpoints, for metrics and logs. */
    public List<Endpoint> endpoints() {
        return endpoints;
    }

    /** The timings of requests that no endpoint answered. */
    public RequestTimings unmatched() {
        return unmatched;
    }

    /** Skips the lookup of the route if every request may block. */
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
        context.clear(); // an earlier task may have left values on a pooled thread
        try {
            if (cors == null || !cors.answered(request, response)) {
                exchange.doFilter(request, response);
            }
        } catch (Throwable e) {
            errors.write(e, exchange.endpoint, request, response);
        } finally {
            context.clear();
            RequestTimings timings = exchange.endpoint == null ? unmatched : exchange.endpoint.timings();
            timings.record(request.method(), response.status(), System.nanoTime() - start);
        }
    }

    /** Tracks the position of one request in the filter chain. */
    private final class Exchange implements FilterChain {
        private int nextFilter;
        private @Nullable Endpoint endpoint;

        @Override
        public void doFilter(HttpRequest request, HttpResponse response) throws Exception {
            while (nextFilter < filters.size()) {
                Scoped<Filter> filter = filters.get(nextFilter++);
                if (filter.everywhere() || filter.appliesTo(Paths.segments(request.rawPath()))) {
                    filter.value().doFilter(request, response, this);
                    return;
                }
            }
            dispatch(request, response);
        }

        /** Turns failures into responses inside the filters, so that filters see the final status. */
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
                    calls.answer(endpoint, found.variables(), request, response);
                }
            } catch (Throwable e) {
                errors.write(e, endpoint, request, response);
            }
        }
    }

    private void withoutEndpoint(Set<String> allowed, HttpRequest request, HttpResponse response) throws Exception {
        if (!allowed.isEmpty()) {
            methods.answerInstead(String.join(", ", allowed), request, response);
            return;
        }
        for (HandlerMapping mapping : mappings) {
            HttpHandler handler = mapping.findHandler(request);
            if (handler != null) {
                handler.handle(request, response);
                return;
            }
        }
        methods.requireKnown(request.method());
        throw new HttpException(404, "There is nothing at %s.".formatted(request.rawPath()));
    }
}
