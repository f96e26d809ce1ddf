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
    static @Nullable Envelope open(String text, Endpoint endpoint) {
        boolean addressed = endpoint.mappings().stream()
                .anyMatch(mapping -> !mapping.destination().isEmpty());
        if (!addressed || !text.stripLeading().startsWith("{")) {
            return null;
        }
        try {
            Map<String, String> members = Json.members(text.getBytes(StandardCharsets.UTF_8));
            String destination = members.get("destination");
            return destination != null && isText(destination)
                    ? new Envelope(Json.text(destination), payload(members.getOrDefault("payload", "null")))
                    : null;
        } catch (HttpException e) {
            return null; // not JSON, so not an envelope
        }
    }

    private static String payload(String json) {
        return isText(json) ? Json.text(json) : json;
    }

    private static boolean isText(String json) {
        return json.startsWith("\"");
    }
}
