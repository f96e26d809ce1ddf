package sprout.messaging;

import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import sprout.mvc.Json;
import sprout.websocket.CloseReason;
import sprout.websocket.WebSocketSession;

/** Provides the arguments of a method to the code that the annotation processor writes. Used by one call only. */
public final class MessageArguments {
    private final WebSocketSession session;
    private final Map<String, String> path;
    private final Json json;
    private final @Nullable Object event;

    /** @param event the text, bytes, close reason or failure of the call; null when the session opens */
    MessageArguments(WebSocketSession session, Map<String, String> path, Json json, @Nullable Object event) {
        this.session = session;
        this.path = path;
        this.json = json;
        this.event = event;
    }

    /** The session of the call. */
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

    /**
     * Reads the message as JSON into an object.
     *
     * @throws sprout.http.HttpException with a 4xx status if the message cannot be read into this type
     */
    public Object body(Type type) {
        return json.read(text().getBytes(StandardCharsets.UTF_8), type);
    }

    /** Why the session has ended, in a call of {@code @OnClose}. */
    public CloseReason reason() {
        return (CloseReason) Objects.requireNonNull(event);
    }

    /** The failure, in a call of {@code @OnError}. */
    public Throwable failure() {
        return (Throwable) Objects.requireNonNull(event);
    }
}
