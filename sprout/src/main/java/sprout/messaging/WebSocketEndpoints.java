package sprout.messaging;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import sprout.beans.BeanContext;
import sprout.beans.ContextPropagators;
import sprout.http.HttpHandler;
import sprout.http.HttpRequest;
import sprout.messaging.EndpointModule.Endpoint;
import sprout.mvc.HandlerMapping;
import sprout.mvc.Json;
import sprout.mvc.Origins;
import sprout.mvc.PathPattern;
import sprout.websocket.WebSocketHandshake;
import sprout.websocket.WebSocketOptions;

/** Finds the {@code @WebSocketHandler} of a request. Immutable and thread-safe. */
public final class WebSocketEndpoints implements HandlerMapping {
    private record Entry(PathPattern pattern, EndpointModule module, Endpoint endpoint, Object bean) {}

    private final List<Entry> entries;
    private final Json json;
    private final ContextPropagators context;
    private final WebSocketOptions options;
    private final Origins allowedOrigins;

    private WebSocketEndpoints(
            List<Entry> entries,
            Json json,
            ContextPropagators context,
            WebSocketOptions options,
            Origins allowedOrigins) {
        this.entries = List.copyOf(entries);
        this.json = json;
        this.context = context;
        this.options = options;
        this.allowedOrigins = allowedOrigins;
    }

    /**
     * Finds the endpoints that are beans of a context.
     *
     * @param allowedOrigins origins whose pages may connect, in addition to the server's own
     * @throws IllegalArgumentException if two endpoints serve the same paths; the message names both
     */
    public static WebSocketEndpoints of(
            BeanContext beans, Json json, ClassLoader loader, WebSocketOptions options, Origins allowedOrigins) {
        List<Entry> entries = new ArrayList<>();
        for (EndpointModule module : ServiceLoader.load(EndpointModule.class, loader)) {
            for (Endpoint endpoint : module.endpoints()) {
                beans.find(endpoint.type()).ifPresent(bean -> add(entries, module, endpoint, bean));
            }
        }
        if (entries.size() > 1) {
            entries.sort(Comparator.comparing(Entry::pattern));
        }
        return new WebSocketEndpoints(entries, json, beans.get(ContextPropagators.class), options, allowedOrigins);
    }

    private static void add(List<Entry> entries, EndpointModule module, Endpoint endpoint, Object bean) {
        PathPattern pattern = PathPattern.parse(endpoint.path());
        for (Entry other : entries) {
            if (other.pattern.matchesSameAs(pattern)) {
                throw new IllegalArgumentException(
                        "%s and %s both serve WebSockets at %s: change the path of one of them"
                                .formatted(
                                        other.endpoint.type().getName(),
                                        endpoint.type().getName(),
                                        pattern));
            }
        }
        entries.add(new Entry(pattern, module, endpoint, bean));
    }

    @Override
    public @Nullable HttpHandler findHandler(HttpRequest request) {
        for (Entry entry : entries) {
            List<String> values = entry.pattern.match(request.rawPath());
            if (values != null) {
                return handshake(entry, values);
            }
        }
        return null;
    }

    private WebSocketHandshake handshake(Entry entry, List<String> values) {
        Map<String, String> path = new LinkedHashMap<>();
        List<String> names = entry.pattern.variables();
        for (int i = 0; i < names.size(); i++) {
            path.put(names.get(i), values.get(i));
        }
        return new WebSocketHandshake(
                request -> new EndpointListener(entry.module, entry.endpoint, entry.bean, path, json, context),
                options,
                entry.endpoint.subprotocols(),
                allowedOrigins::allow);
    }
}
