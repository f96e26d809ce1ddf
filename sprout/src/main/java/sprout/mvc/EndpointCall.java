package sprout.mvc;

import java.io.InputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import sprout.http.HttpException;
import sprout.http.HttpHeaders;
import sprout.http.HttpRequest;
import sprout.http.HttpResponse;

/**
 * Calls controller methods: checks content type and {@code Accept}, runs the interceptors and writes the result.
 * Immutable.
 */
final class EndpointCall {
    private static final Logger log = LoggerFactory.getLogger(EndpointCall.class);

    private final List<Scoped<Interceptor>> interceptors;
    private final boolean everywhere;
    private final Json json;
    private final ResultWriter results;
    private final MvcOptions options;

    EndpointCall(List<Scoped<Interceptor>> interceptors, Json json, ResultWriter results, MvcOptions options) {
        this.interceptors = interceptors;
        this.everywhere = allEverywhere(interceptors);
        this.json = json;
        this.results = results;
        this.options = options;
    }

    private static boolean allEverywhere(List<Scoped<Interceptor>> interceptors) {
        for (Scoped<Interceptor> interceptor : interceptors) {
            if (!interceptor.everywhere()) {
                return false;
            }
        }
        return true;
    }

    void answer(Endpoint endpoint, List<String> variables, HttpRequest request, HttpResponse response)
            throws Exception {
        Route route = endpoint.route();
        String type = negotiate(route, request, response);
        requireContent(route, request, response);
        refusePart(request);
        List<String> names = route.pattern().variables();
        try (Arguments arguments = new Arguments(request, response, names, variables, json, options.forms())) {
            if (interceptors.isEmpty()) {
                results.write(call(endpoint, arguments), route.status(), type, request, response);
            } else {
                intercepted(endpoint, arguments, type);
            }
        }
    }

    /** Selects the media type of the result; null if it is known only at run time. */
    private static @Nullable String negotiate(Route route, HttpRequest request, HttpResponse response) {
        if (route.produces().isEmpty()) {
            return null;
        }
        if (route.produces().size() > 1) {
            response.addHeader("Vary", "Accept"); // for caches (RFC 9110 section 12.5.5)
        }
        String best = MediaTypes.best(request.headers().elements("Accept"), route.produces());
        if (best == null) {
            throw new HttpException(406, "Only %s can be sent.".formatted(String.join(" or ", route.produces())));
        }
        return best;
    }

    /** Rejects a PUT with {@code Content-Range} (RFC 9110 section 14.5): a part must not replace the whole. */
    private static void refusePart(HttpRequest request) {
        if (request.method().equals("PUT") && request.headers().contains("Content-Range")) {
            throw new HttpException(400, "A PUT replaces the whole: it cannot have a Content-Range.");
        }
    }

    /**
     * Rejects an unsupported content type with 415 and lists the supported ones in the header that is registered for
     * the method.
     */
    private static void requireContent(Route route, HttpRequest request, HttpResponse response) {
        if (!route.consumes().isEmpty() && !isTaken(request.headers(), route.consumes())) {
            response.header(
                    switch (request.method()) {
                        case "POST" -> "Accept-Post";
                        case "PATCH" -> "Accept-Patch";
                        default -> "Accept";
                    },
                    String.join(", ", route.consumes()));
            throw new HttpException(
                    415, "The Content-Type must be %s.".formatted(String.join(" or ", route.consumes())));
        }
    }

    /**
     * Whether the content type is supported. A request without content type and content passes, because 415 is about
     * the format of content (RFC 9110 section 15.5.16). The binding of arguments rejects a missing body if necessary.
     */
    private static boolean isTaken(HttpHeaders headers, List<String> consumed) {
        String type = headers.first("Content-Type");
        return type == null ? !hasContent(headers) : MediaTypes.isOneOf(type, consumed);
    }

    /** Whether the header announces content (RFC 9112 section 6). The parser has already validated the length. */
    static boolean hasContent(HttpHeaders headers) {
        String length = headers.first("Content-Length");
        return headers.contains("Transfer-Encoding") || (length != null && Long.parseLong(length) > 0);
    }

    private @Nullable Object call(Endpoint endpoint, Arguments arguments) throws Exception {
        if (!endpoint.route().evaluatesConditions()) {
            Preconditions.requireNoVersion(arguments.request());
        }
        return AsyncResult.of(endpoint.call(arguments), options.asyncTimeout());
    }

    private void intercepted(Endpoint endpoint, Arguments arguments, @Nullable String type) throws Exception {
        HttpRequest request = arguments.request();
        HttpResponse response = arguments.response();
        List<Scoped<Interceptor>> applied = appliedTo(request);
        int entered = 0;
        Exception failure = null;
        try {
            while (entered < applied.size()) {
                if (!applied.get(entered).value().preHandle(request, response, endpoint)) {
                    return;
                }
                entered++;
            }
            Object result = call(endpoint, arguments);
            try {
                for (int i = entered - 1; i >= 0; i--) {
                    applied.get(i).value().postHandle(request, response, endpoint, result);
                }
            } catch (Throwable e) {
                InputStream unsent = ResultWriter.stream(result);
                try (unsent) {
                    throw e;
                }
            }
            results.write(result, endpoint.route().status(), type, request, response);
        } catch (Throwable e) {
            failure = ErrorResponses.asException(e);
            throw e;
        } finally {
            for (int i = entered - 1; i >= 0; i--) {
                complete(applied.get(i).value(), endpoint, request, response, failure);
            }
        }
    }

    private List<Scoped<Interceptor>> appliedTo(HttpRequest request) {
        if (everywhere) {
            return interceptors;
        }
        List<String> path = Paths.segments(request.rawPath());
        return interceptors.stream()
                .filter(interceptor -> interceptor.appliesTo(path))
                .toList();
    }

    /** Completes one interceptor. A failure is logged, so that the others still run. */
    private static void complete(
            Interceptor interceptor,
            Endpoint endpoint,
            HttpRequest request,
            HttpResponse response,
            @Nullable Exception failure) {
        try {
            interceptor.afterCompletion(request, response, endpoint, failure);
        } catch (Exception e) {
            log.error("{} failed after the completion of {}", interceptor, endpoint, e);
        }
    }
}
