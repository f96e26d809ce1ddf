package sprout.mvc;

import io.avaje.json.JsonWriter;
import io.avaje.json.stream.BufferRecycleStrategy;
import io.avaje.json.stream.JsonStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import sprout.http.HttpResponse;
import sprout.http.HttpStatus;

/**
 * Describes an error to the client (RFC 9457). The type is always {@code about:blank}: the status alone identifies the
 * problem.
 *
 * @param status 400 to 599
 * @param detail one sentence for people; empty for none
 * @param errors the errors by field; empty for none
 */
public record Problem(int status, String detail, List<FieldError> errors) {
    /** Recycles nothing: the buffers would keep the longest problem that each thread has written. */
    private static final JsonStream STREAM = JsonStream.builder()
            .bufferRecycling(BufferRecycleStrategy.NO_RECYCLING)
            .build();

    /** Creates a problem without errors of fields. */
    public static Problem of(int status, String detail) {
        return new Problem(status, detail, List.of());
    }

    /**
     * Sets status, content type and body of the response. Other headers stay.
     *
     * @throws IllegalStateException if the response is committed
     */
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

    /** Replaces half a character, such as one of a text that was cut: the library refuses to write it. */
    private static void field(JsonWriter writer, String name, String value) {
        writer.name(name);
        writer.value(new String(value.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8));
    }

    /**
     * The reason phrase of the status, as RFC 9457 section 4.2.1 recommends for {@code about:blank}; without one, the
     * class of the status.
     */
    private static String title(int status) {
        String reason = HttpStatus.reason(status);
        return !reason.isEmpty() ? reason : status < 500 ? "Client Error" : "Server Error";
    }
}
