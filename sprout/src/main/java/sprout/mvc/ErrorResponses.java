package sprout.mvc;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import sprout.http.HttpException;
import sprout.http.HttpRequest;
import sprout.http.HttpResponse;
import sprout.mvc.RouteModule.ErrorRoute;
import sprout.mvc.RouteModule.ErrorStatus;

/**
 * Turns failures into responses: by an exception handler of the application, or as problem+json. No other class does
 * this. Thread-safe.
 */
final class ErrorResponses {
    private static final Logger log = LoggerFactory.getLogger(ErrorResponses.class);
    private static final byte[] NOTHING = {};
    private static final List<String> REPRESENTATION = List.of(
            "Content-Type",
            "Content-Length",
            "Content-Encoding",
            "Content-Language",
            "Content-Location",
            "Content-Disposition",
            "Content-Range",
            "Cache-Control",
            "Expires",
            "Location");
    private static final List<String> VERSION = List.of("ETag", "Last-Modified", "Accept-Ranges");

    private final List<Handler> handlers;
    private final List<ErrorStatus> statuses;
    private final List<ErrorMapping> mappings;
    private final ResultWriter results;
    private final Json json;
    private final MvcOptions options;

    ErrorResponses(
            List<Handler> handlers,
            List<ErrorStatus> statuses,
            List<ErrorMapping> mappings,
            ResultWriter results,
            Json json,
            MvcOptions options) {
        this.handlers = handlers;
        this.statuses = statuses;
        this.options = options;
        this.mappings = mappings;
        this.results = results;
        this.json = json;
    }

    /** Combines an exception handler with its bean. */
    record Handler(ErrorRoute route, RouteModule module, int index, Object owner) {
        boolean handles(Throwable failure, @Nullable Endpoint endpoint) {
            return route.failure().isInstance(failure)
                    && (route.global() || (endpoint != null && endpoint.route().controller() == route.owner()));
        }
    }

    /**
     * Answers a failure.
     *
     * @throws Exception the failure itself if the response is already committed; the server then closes the connection
     */
    void write(Throwable thrown, @Nullable Endpoint endpoint, HttpRequest request, HttpResponse response)
            throws Exception {
        Exception failure = asException(thrown);
        if (response.committed()) {
            throw failure;
        }
        discardResult(response);
        Handler handler = closest(thrown, endpoint);
        if (handler == null || !handledByApplication(handler, thrown, request, response)) {
            problem(failure, request).write(response);
        }
    }

    /** Wraps an error, such as a stack overflow, so that it is handled like an exception. */
    static Exception asException(Throwable thrown) {
        return thrown instanceof Exception exception
                ? exception
                : new IllegalStateException("the request could not be handled", thrown);
    }

    /**
     * Removes everything that describes the failed result. Headers that filters set for every response stay (CORS,
     * request ids).
     */
    private static void discardResult(HttpResponse response) {
        REPRESENTATION.forEach(response::removeHeader);
        VERSION.forEach(response::removeHeader);
        response.status(200).body(NOTHING);
    }

    /** Replaces a result by a problem, but keeps the headers that tell the client the current version. */
    static void replaceResult(Problem problem, HttpResponse response) {
        REPRESENTATION.forEach(response::removeHeader);
        problem.write(response);
    }

    private boolean handledByApplication(Handler handler, Throwable failure, HttpRequest request, HttpResponse response)
            throws Exception {
        int status = handler.route().status();
        response.status(status != 0 ? status : 500); // unless the handler sets another
        try (Arguments arguments = new Arguments(request, response, List.of(), List.of(), json, options.forms())) {
            Object result = handler.module().handle(handler.index(), handler.owner(), failure, arguments);
            Object value = AsyncResult.of(result, options.asyncTimeout());
            results.write(value, response.status(), null, request, response);
            return true;
        } catch (Throwable e) {
            log.error("The exception handler for {} failed", failure.getClass().getName(), e);
            if (response.committed()) {
                throw e;
            }
            discardResult(response);
            return false;
        }
    }

    /**
     * Finds the handler of the most specific exception class; of equal classes, the controller's own before that of an
     * advice.
     */
    private @Nullable Handler closest(Throwable failure, @Nullable Endpoint endpoint) {
        Handler best = null;
        for (Handler handler : handlers) {
            if (handler.handles(failure, endpoint) && (best == null || isCloser(handler.route(), best.route()))) {
                best = handler;
            }
        }
        return best;
    }

    private static boolean isCloser(ErrorRoute one, ErrorRoute other) {
        if (one.failure() == other.failure()) {
            return !one.global() && other.global();
        }
        return other.failure().isAssignableFrom(one.failure());
    }

    private Problem problem(Exception failure, HttpRequest request) {
        for (ErrorMapping mapping : mappings) {
            Problem problem = mapping.map(failure);
            if (problem != null) {
                if (problem.status() >= 500) {
                    log.warn("{} {} failed", request.method(), request.rawPath(), failure);
                } else {
                    log.debug("{} {} was refused", request.method(), request.rawPath(), failure);
                }
                return problem;
            }
        }
        return switch (failure) {
            case InvalidRequestException invalid -> new Problem(400, invalid.detail(), invalid.errors());
            case HttpException http -> {
                if (isFault(http)) {
                    log.error("{} {} failed", request.method(), request.rawPath(), http);
                } else {
                    log.debug("{} {} was refused", request.method(), request.rawPath(), http);
                }
                yield Problem.of(http.status(), http.detail());
            }
            default -> declared(failure, request);
        };
    }

    /**
     * Whether an operator must know of a refusal. Clients must not fill the log: they can invent methods (501), and
     * keep the server so busy that it has no memory for a body (503 without a cause).
     */
    private static boolean isFault(HttpException refusal) {
        return switch (refusal.status()) {
            case 501 -> false;
            case 503 -> refusal.getCause() != null;
            default -> refusal.status() >= 500;
        };
    }

    /**
     * Answers with the status of {@code @ResponseStatus}, or 500. The client gets the message of the exception only
     * below 500: server errors must not reveal internals.
     */
    private Problem declared(Exception failure, HttpRequest request) {
        ErrorStatus closest = null;
        for (ErrorStatus status : statuses) {
            boolean closer = closest == null || closest.failure().isAssignableFrom(status.failure());
            if (status.failure().isInstance(failure) && closer) {
                closest = status;
            }
        }
        if (closest != null && closest.status() < 500) {
            String message = failure.getMessage();
            return Problem.of(closest.status(), message == null ? "" : message);
        }
        log.error("{} {} failed", request.method(), request.rawPath(), failure);
        return Problem.of(closest == null ? 500 : closest.status(), "The server failed to answer; its log says why.");
    }
}
