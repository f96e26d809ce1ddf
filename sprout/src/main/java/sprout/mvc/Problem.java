package sprout.mvc;

import io.avaje.json.JsonWriter;
import io.avaje.json.stream.JsonStream;
import java.io.ByteArrayOutputStream;
import java.util.List;
import sprout.http.HttpResponse;

/**
 * An error as the client sees it (RFC 9457). The type is {@code about:blank}: the status says it all.
 *
 * @param status 400 to 599
 * @param detail one sentence for people; empty for none
 * @param errors what is wrong field by field; empty for none
 */
public record Problem(int status, String detail, List<FieldError> errors) {
    private static final JsonStream STREAM = JsonStream.builder().build();

    /** An error without fields. */
    public static Problem of(int status, String detail) {
        return new Problem(status, detail, List.of());
    }

    /** Makes it the response; headers that were set before stay, but for the content type. */
    public void write(HttpResponse response) {
        response.status(status).header("Content-Type", MediaTypes.PROBLEM).body(json());
    }

    private byte[] json() {
        ByteArrayOutputStream out = new ByteArrayOutputStream(256);
        try (JsonWriter writer = STREAM.writer(out)) {
            writer.beginObject();
            field(writer, "type", "about:blank");
            field(writer, "title", title(status));
            writer.name("status");
            writer.value(status);
            if (!detail.isEmpty()) {
                field(writer, "detail", detail);
            }
            writeErrors(writer);
            writer.endObject();
        }
        return out.toByteArray();
    }

    private void writeErrors(JsonWriter writer) {
        if (errors.isEmpty()) {
            return;
        }
        writer.name("errors");
        writer.beginArray();
        for (FieldError error : errors) {
            writer.beginObject();
            field(writer, "field", error.field());
            field(writer, "message", error.message());
            writer.endObject();
        }
        writer.endArray();
    }

    private static void field(JsonWriter writer, String name, String value) {
        writer.name(name);
        writer.value(value);
    }

    private static String title(int status) {
        return switch (status) {
            case 400 -> "Bad Request";
            case 401 -> "Unauthorized";
            case 403 -> "Forbidden";
            case 404 -> "Not Found";
            case 405 -> "Method Not Allowed";
            case 406 -> "Not Acceptable";
            case 408 -> "Request Timeout";
            case 409 -> "Conflict";
            case 410 -> "Gone";
            case 412 -> "Precondition Failed";
            case 413 -> "Content Too Large";
            case 415 -> "Unsupported Media Type";
            case 416 -> "Range Not Satisfiable";
            case 422 -> "Unprocessable Content";
            case 429 -> "Too Many Requests";
            case 431 -> "Request Header Fields Too Large";
            case 500 -> "Internal Server Error";
            case 501 -> "Not Implemented";
            case 503 -> "Service Unavailable";
            case 504 -> "Gateway Timeout";
            default -> status < 500 ? "Client Error" : "Server Error";
        };
    }
}
