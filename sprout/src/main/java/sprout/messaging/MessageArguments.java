package sprout.messaging;

import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import sprout.mvc.Json;
import sprout.websocket.CloseReason;
import sprout.websocket.WebSocketSession;

/** The source of a method's arguments, for the code that the annotation processor writes. Belongs to one call. */
public final class MessageArguments {
    private final WebSocketSession session;
    private final Map<String, String> path;
    private final Json json;
    private final @Nullable Object event;

    /** @param event the text, bytes, reason or failure that the call is about; null for an open */
    MessageArguments(WebSocketSession session, Map<String, String> path, Json json, @Nullable Object event) {
        this.session = session;
        this.path = path;
        this.json = json;
        this.event = event;
    }

    /** The session itself. */
    public WebSocketSession session() {
        return session;
    }

    /** The value of a path variable. */
    public String path(String name) {
        return Objects.requireNonNull(path.get(name));
    }

    /** The message as text. */
    public String text() {
        return (String) Objects.requireNonNull(event);
    }

    /** The message as bytes. */
    public byte[] bytes() {
        return (byte[]) Objects.requireNonNull(event);
    }

    /** The message as an object read from JSON. */
    public Object body(Type type) {
        return json.read(text().getBytes(StandardCharsets.UTF_8), type);
    }

    /** Why the session ended. */
    public CloseReason reason() {
        return (CloseReason) Objects.requireNonNull(event);
    }

    /** What failed. */
    public Throwable failure() {
        return (Throwable) Objects.requireNonNull(event);
    }
}
