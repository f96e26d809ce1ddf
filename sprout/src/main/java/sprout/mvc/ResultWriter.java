package sprout.mvc;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sprout.http.HttpRequest;
import sprout.http.HttpResponse;

/** Turns what a controller returned into a response. */
final class ResultWriter {
    private final Json json;

    ResultWriter(Json json) {
        this.json = json;
    }

    /**
     * Writes a result.
     *
     * @param status the declared one, or 0 for the rule: 200, on POST 201, 204 for null
     * @param type the media type, or null for that of the result's kind
     */
    void write(@Nullable Object value, int status, @Nullable String type, HttpRequest request, HttpResponse response)
            throws Exception {
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
        return value == null && (response.committed() || response.hasBody() || response.header("Content-Type") != null);
    }

    private static int defaultStatus(@Nullable Object body, HttpRequest request) {
        if (body == null) {
            return 204;
        }
        return request.method().equals("POST") ? 201 : 200;
    }

    private void writeBody(@Nullable Object body, @Nullable String type, HttpRequest request, HttpResponse response)
            throws Exception {
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
            case ServerSentEvents events -> events.write(request, response);
            case InputStream stream -> {
                try (stream) {
                    contentType(response, type, MediaTypes.BYTES);
                    stream.transferTo(response.bodyStream());
                }
            }
            case StreamingResponseBody stream -> {
                contentType(response, type, MediaTypes.BYTES);
                OutputStream out = response.bodyStream();
                stream.writeTo(out);
            }
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
}
