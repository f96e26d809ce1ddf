package sprout.messaging;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sprout.http.HttpException;
import sprout.messaging.EndpointModule.Endpoint;
import sprout.mvc.Json;

/**
 * Holds a text message with a destination: {@code {"destination": "…", "payload": …}}.
 *
 * @param payload a JSON string without its quotes; anything else as JSON
 */
record Envelope(String destination, String payload) {
    /**
     * Parses an envelope, even if the endpoint does not have its destination. Null if the text is not an envelope, or
     * if the endpoint has no destinations.
     */
    static @Nullable Envelope open(String text, Json json, Endpoint endpoint) {
        boolean addressed = endpoint.mappings().stream()
                .anyMatch(mapping -> !mapping.destination().isEmpty());
        if (!addressed || !text.stripLeading().startsWith("{")) {
            return null;
        }
        try {
            Object value = json.read(text.getBytes(StandardCharsets.UTF_8), Object.class);
            return value instanceof Map<?, ?> map && map.get("destination") instanceof String destination
                    ? new Envelope(destination, payload(map.get("payload"), json))
                    : null;
        } catch (HttpException e) {
            return null; // not JSON, so not an envelope
        }
    }

    private static String payload(@Nullable Object payload, Json json) {
        return switch (payload) {
            case null -> "null";
            case String text -> text;
            default -> new String(json.write(payload), StandardCharsets.UTF_8);
        };
    }
}
