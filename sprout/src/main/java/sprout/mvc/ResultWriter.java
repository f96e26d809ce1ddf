package sprout.mvc;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import sprout.http.HttpRequest;
import sprout.http.HttpResponse;

/** Turns what a controller returned into a response. */
final class ResultWriter {
    private final Json json;

    ResultWriter(Json json) {
        this.json = json;
    }

    /** Writes what a route's method returned, under the route's media type where the result is of that kind. */
    void write(@Nullable Object result, Route route, HttpRequest request, HttpResponse response) throws Exception {
        write(
                result,
                route.status(),
                route.produces().isEmpty() ? null : route.produces().getFirst(),
                request,
                response);
    }

    /**
     * Writes a result.
     *
     * @param status the declared one, or 0 for the rule: 200, on POST 201, 204 for null
     * @param type the media type, or null for that of the result's kind
     */
    void write(@Nullable Object result, int status, @Nullable String type, HttpRequest request, HttpResponse response)
            throws Exception {
        Object value = result instanceof CompletionStage<?> stage ? await(stage) : result;
        if (value instanceof ResponseEntity<?> entity) {
            response.status(entity.status());
            for (Map.Entry<String, String> header : entity.headers()) {
                response.addHeader(header.getKey(), header.getValue());
            }
            writeBody(entity.body(), type, request, response);
        } else if (!isAnsweredAlready(value, response)) {
            Object body = value instanceof Optional<?> optional ? optional.orElse(null) : value;
            response.status(status != 0 ? status : defaultStatus(body, request));
            writeBody(body, type, request, response);
        }
    }

    /** A method without result that wrote to the response itself has answered. */
    private static boolean isAnsweredAlready(@Nullable Object value, HttpResponse response) {
        return value == null && (response.committed() || response.header("Content-Type") != null);
    }

    private static int defaultStatus(@Nullable Object body, HttpRequest request) {
        if (body == null) {
            return 204;
        }
        return request.method().equals("POST") ? 201 : 200;
    }

    private void writeBody(@Nullable Object body, @Nullable String type, HttpRequest request, HttpResponse response)
            throws IOException {
        switch (body) {
            case null -> {}
            case CharSequence text -> {
                contentType(response, type, MediaTypes.TEXT);
                response.text(text.toString());
            }
            case byte[] bytes -> {
                contentType(response, type, MediaTypes.BYTES);
                response.body(bytes);
            }
            case FileResponse file -> file.write(request, response);
            case Problem problem -> problem.write(response);
            default -> {
                contentType(response, type, MediaTypes.JSON);
                response.body(json.write(body));
            }
        }
    }

    private static void contentType(HttpResponse response, @Nullable String type, String byKind) {
        if (response.header("Content-Type") == null) {
            response.header("Content-Type", type == null ? byKind : type);
        }
    }

    /** Waits on the request's own thread: request and response belong to it until the handler returns. */
    private static @Nullable Object await(CompletionStage<?> stage) throws Exception {
        try {
            return stage.toCompletableFuture().get();
        } catch (ExecutionException | CompletionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }
}
