package sprout.messaging;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sprout.beans.ContextPropagators;
import sprout.http.HttpException;
import sprout.messaging.EndpointModule.Endpoint;
import sprout.messaging.EndpointModule.Mapping;
import sprout.mvc.Json;
import sprout.websocket.CloseReason;
import sprout.websocket.WebSocketListener;
import sprout.websocket.WebSocketSession;

/**
 * Calls the methods of an endpoint for one session. Each call begins without context values, and leaves none on its
 * thread.
 */
final class EndpointListener implements WebSocketListener {
    private static final int LONGEST_REASON = 120;

    private final EndpointModule module;
    private final Endpoint endpoint;
    private final Object bean;
    private final Map<String, String> path;
    private final Json json;
    private final ContextPropagators context;

    EndpointListener(
            EndpointModule module,
            Endpoint endpoint,
            Object bean,
            Map<String, String> path,
            Json json,
            ContextPropagators context) {
        this.module = module;
        this.endpoint = endpoint;
        this.bean = bean;
        this.path = path;
        this.json = json;
        this.context = context;
    }

    @Override
    public void onOpen(WebSocketSession session) throws Exception {
        call(endpoint.onOpen(), session, null);
    }

    @Override
    public void onClose(WebSocketSession session, CloseReason reason) throws Exception {
        call(endpoint.onClose(), session, reason);
    }

    @Override
    public void onError(WebSocketSession session, Throwable failure) throws Exception {
        if (endpoint.onError() != EndpointModule.NONE) {
            call(endpoint.onError(), session, failure);
        } else if (failure instanceof HttpException refused && refused.status() < 500) {
            session.close(CloseReason.INVALID_DATA, shorten(refused.detail()));
        } else {
            WebSocketListener.super.onError(session, failure);
        }
    }

    @Override
    public void onBinary(WebSocketSession session, byte[] bytes) throws Exception {
        if (endpoint.onBinary() == EndpointModule.NONE) {
            WebSocketListener.super.onBinary(session, bytes);
        } else {
            call(endpoint.onBinary(), session, bytes);
        }
    }

    @Override
    public void onText(WebSocketSession session, String text) throws Exception {
        if (endpoint.mappings().isEmpty()) {
            WebSocketListener.super.onText(session, text);
            return;
        }
        Envelope envelope = Envelope.open(text, endpoint);
        Mapping mapping = mapping(envelope == null ? "" : envelope.destination());
        if (mapping == null) {
            session.close(CloseReason.POLICY, "there is no such destination");
        } else {
            call(mapping.index(), session, envelope == null ? text : envelope.payload());
        }
    }

    private @Nullable Mapping mapping(String destination) {
        for (Mapping mapping : endpoint.mappings()) {
            if (mapping.destination().equals(destination)) {
                return mapping;
            }
        }
        return null;
    }

    private void call(int index, WebSocketSession session, @Nullable Object event) throws Exception {
        if (index == EndpointModule.NONE) {
            return;
        }
        context.clear();
        try {
            Object result = module.call(index, bean, new MessageArguments(session, path, json, event));
            if (result != null) {
                reply(session, result);
            }
        } finally {
            context.clear();
        }
    }

    private void reply(WebSocketSession session, Object result) throws IOException {
        switch (result) {
            case CharSequence text -> session.sendText(text.toString());
            case byte[] bytes -> session.sendBinary(bytes);
            default -> session.sendText(new String(json.write(result), StandardCharsets.UTF_8));
        }
    }

    /**
     * Shortens a text to the 123 bytes of a close reason. Characters outside ASCII become question marks, so that one
     * character is one byte.
     */
    private static String shorten(String text) {
        String ascii = text.replaceAll("[^ -~]", "?");
        return ascii.length() <= LONGEST_REASON ? ascii : ascii.substring(0, LONGEST_REASON) + "...";
    }
}
