package sprout.mvc;

import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sprout.http.HttpRequest;
import sprout.http.HttpResponse;

/** Writes the results of controller methods as responses. Immutable. */
final class ResultWriter {
    private final Json json;

    ResultWriter(Json json) {
        this.json = json;
    }

    /**
     * Writes a result. A stream in it is closed, even if this fails.
     *
     * @param status the declared status, or 0 for the default: 204 for null, else the status that the method has set,
     *     else 201 for POST, otherwise 200
     * @param type the negotiated media type, or null for the default of the result's type
     */
    void write(@Nullable Object value, int status, @Nullable String type, HttpRequest request, HttpResponse response)
            throws Exception {
        Thread.interrupted(); // clears an interrupt of the controller, which would close the file or connection
        InputStream opened = stream(value);
        try (opened) {
            writeResult(value, status, type, request, response);
        }
    }

    /** The stream that a result consists of, or null. */
    static @Nullable InputStream stream(@Nullable Object value) {
        return body(value) instanceof InputStream stream ? stream : null;
    }

    private static @Nullable Object body(@Nullable Object value) {
        if (value instanceof ResponseEntity<?> entity) {
            return entity.body();
        }
        return value instanceof Optional<?> optional ? optional.orElse(null) : value;
    }

    private void writeResult(
            @Nullable Object value, int status, @Nullable String type, HttpRequest request, HttpResponse response)
            throws Exception {
        Object body = body(value);
        if (value instanceof ResponseEntity<?> entity) {
            response.status(entity.status());
            for (Map.Entry<String, String> header : entity.headers()) {
                response.addHeader(header.getKey(), header.getValue());
            }
            writeUnlessKnown(body, type, request, response);
        } else if (!isAnsweredAlready(body, response)) {
            response.status(status != 0 ? status : defaultStatus(body, request, response));
            writeUnlessKnown(body, type, request, response);
        }
    }

    /** Leaves out a body that the client's conditions exclude. Files and problems have their own validators or status. */
    private void writeUnlessKnown(
            @Nullable Object body, @Nullable String type, HttpRequest request, HttpResponse response) throws Exception {
        boolean decidesItself = body instanceof FileResponse || body instanceof Problem;
        if (decidesItself || !Conditions.replace(request, response)) {
            writeBody(body, type, request, response);
        }
    }

    /**
     * Whether a method without a result has already answered: it set a body, a content type or a status other than 200.
     */
    private static boolean isAnsweredAlready(@Nullable Object body, HttpResponse response) {
        return body == null
                && (response.committed()
                        || response.hasBody()
                        || response.status() != 200
                        || response.header("Content-Type") != null);
    }

    private static int defaultStatus(@Nullable Object body, HttpRequest request, HttpResponse response) {
        if (body == null) {
            return 204;
        }
        if (response.status() != 200) {
            return response.status();
        }
        return request.method().equals("POST") ? 201 : 200;
    }

    /** Uses no switch over types: linking one costs the first request more than everything else here. */
    private void writeBody(@Nullable Object body, @Nullable String type, HttpRequest request, HttpResponse response)
            throws Exception {
        if (body instanceof CharSequence text) {
            contentType(response, type, MediaTypes.TEXT);
            response.text(text.toString());
        } else if (body instanceof byte[] bytes) {
            contentType(response, type, MediaTypes.BYTES);
            response.body(bytes);
        } else if (body instanceof FileResponse file) {
            file.write(type, request, response);
        } else if (body instanceof Problem problem) {
            problem.write(response);
        } else if (body instanceof ServerSentEvents events) {
            events.write(request, response);
        } else if (body instanceof InputStream stream) {
            contentType(response, type, MediaTypes.BYTES);
            stream.transferTo(response.bodyStream());
        } else if (body instanceof StreamingResponseBody stream) {
            contentType(response, type, MediaTypes.BYTES);
            stream.writeTo(response.bodyStream());
        } else if (body != null) {
            contentType(response, type, MediaTypes.JSON);
            response.body(json.write(body));
        }
    }

    private static void contentType(HttpResponse response, @Nullable String type, String byKind) {
        if (response.header("Content-Type") == null) {
            response.header("Content-Type", type == null ? byKind : type);
        }
    }
}
