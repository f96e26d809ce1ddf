package sprout.websocket;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import sprout.http.HttpException;
import sprout.http.HttpHandler;
import sprout.http.HttpRequest;
import sprout.http.HttpResponse;

/**
 * Answers the opening handshake of a WebSocket (RFC 6455 section 4.2) and turns the connection into a session.
 * Immutable and thread-safe. Works only on Sprout's own server.
 *
 * <pre>{@code
 * HttpHandler echo = WebSocketHandshake.with(request -> new WebSocketListener() {
 *     public void onText(WebSocketSession session, String text) throws IOException {
 *         session.sendText(text);
 *     }
 * });
 * }</pre>
 *
 * @param listeners creates the listener of a session from its handshake request, which it must not keep; may throw an
 *     {@link HttpException}
 * @param options limits of the sessions
 * @param subprotocols those that the listeners support; the server chooses the one that the client prefers
 * @param originAllowed whether a page of this {@code Origin} may connect (section 10.2). Not called for the origin of
 *     this server, which is always allowed. Not called without an {@code Origin} either, because then the client is not
 *     a browser
 */
public record WebSocketHandshake(
        Function<HttpRequest, WebSocketListener> listeners,
        WebSocketOptions options,
        List<String> subprotocols,
        Predicate<String> originAllowed)
        implements HttpHandler {
    private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    private static final int KEY_BYTES = 16;
    private static final Set<String> OTHER_METHODS = Set.of("HEAD", "POST", "PUT", "DELETE", "TRACE", "PATCH");

    /** Copies the list. */
    public WebSocketHandshake {
        subprotocols = List.copyOf(subprotocols);
    }

    /** Creates a handshake with default options, without subprotocols, for pages of this server only. */
    public static WebSocketHandshake with(Function<HttpRequest, WebSocketListener> listeners) {
        return new WebSocketHandshake(listeners, WebSocketOptions.DEFAULT, List.of(), origin -> false);
    }

    /** Creates a copy with other options. */
    public WebSocketHandshake with(WebSocketOptions newOptions) {
        return new WebSocketHandshake(listeners, newOptions, subprotocols, originAllowed);
    }

    /**
     * Switches the connection to WebSocket, or refuses: 405 unless the method is GET, 426 if the request does not ask
     * for version 13 of WebSocket. OPTIONS gets the methods.
     *
     * @throws HttpException with status 400 if the key is invalid, the request has a body or is not HTTP/1.1, 403 if
     *     the origin is not allowed, 501 if the method is unknown; also what {@code listeners} throws
     */
    @Override
    public void handle(HttpRequest request, HttpResponse response) {
        if (!request.method().equals("GET")) {
            answerInstead(request.method(), response);
        } else if (!asksForWebSocket(request)) {
            upgradeRequired(response, "There is a WebSocket here: ask for it with Upgrade: websocket.");
        } else if (!request.headers().all("Sec-WebSocket-Version").equals(List.of("13"))) {
            response.header("Sec-WebSocket-Version", "13");
            upgradeRequired(response, "Only version 13 of WebSocket is spoken here.");
        } else {
            accept(request, response);
        }
    }

    /** Answers other methods (RFC 9110 sections 9.1, 9.3.7 and 15.5.6). */
    private static void answerInstead(String method, HttpResponse response) {
        boolean asks = method.equals("OPTIONS");
        if (!asks && !OTHER_METHODS.contains(method)) {
            throw new HttpException(501, "The method %s is not known here.".formatted(method));
        }
        response.header("Allow", "GET, OPTIONS");
        if (!asks) {
            response.status(405).text("A WebSocket is opened by GET.");
        }
    }

    /** Answers 426, which must name the protocol (RFC 9110 section 15.5.22). */
    private static void upgradeRequired(HttpResponse response, String detail) {
        response.header("Upgrade", "websocket").header("Connection", "Upgrade");
        response.status(426).text(detail);
    }

    private void accept(HttpRequest request, HttpResponse response) {
        String key = key(request);
        for (String origin : request.headers().all("Origin")) {
            if (!isOwn(origin, request) && !originAllowed.test(origin)) {
                throw new HttpException(403, "pages of this origin may not connect here");
            }
        }
        String subprotocol = subprotocol(request);
        WebSocketListener listener = listeners.apply(request);
        response.header("Sec-WebSocket-Accept", acceptValue(key));
        if (subprotocol != null) {
            response.header("Sec-WebSocket-Protocol", subprotocol);
        }
        response.upgrade(new Session(request, subprotocol, listener, options));
    }

    /**
     * Whether host and port of the origin are those of the request. Over plain HTTP, the origin may be http or https,
     * because a proxy in front of the server may terminate TLS.
     */
    private static boolean isOwn(String origin, HttpRequest request) {
        String authority = request.authority();
        boolean clear = origin.startsWith("http://") && !request.secure();
        String scheme = clear ? "http://" : "https://";
        String defaultPort = clear ? ":80" : ":443";
        return authority != null
                && origin.startsWith(scheme)
                && without(defaultPort, origin.substring(scheme.length()))
                        .equalsIgnoreCase(without(defaultPort, authority));
    }

    private static String without(String port, String authority) {
        return authority.endsWith(port) ? authority.substring(0, authority.length() - port.length()) : authority;
    }

    private static boolean asksForWebSocket(HttpRequest request) {
        return hasToken(request, "Upgrade", "websocket") && hasToken(request, "Connection", "upgrade");
    }

    private static boolean hasToken(HttpRequest request, String header, String token) {
        return request.headers().elements(header).stream().anyMatch(token::equalsIgnoreCase);
    }

    /** Reads the key, which must be sent once and have 16 bytes in Base64 (section 4.1, point 7). */
    private static String key(HttpRequest request) {
        List<String> keys = request.headers().all("Sec-WebSocket-Key");
        if (keys.size() != 1 || !isKey(keys.getFirst())) {
            throw new HttpException(400, "Sec-WebSocket-Key must be there once, with 16 bytes in Base64");
        }
        return keys.getFirst();
    }

    private static boolean isKey(String key) {
        try {
            return key.length() == 24 && Base64.getDecoder().decode(key).length == KEY_BYTES;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private @Nullable String subprotocol(HttpRequest request) {
        for (String wanted : request.headers().elements("Sec-WebSocket-Protocol")) {
            if (subprotocols.contains(wanted)) {
                return wanted;
            }
        }
        return null;
    }

    /** Computes the answer to a key (section 4.2.2, point 5.4). */
    static String acceptValue(String key) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-1").digest((key + GUID).getBytes(StandardCharsets.US_ASCII));
            return Base64.getEncoder().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-1", e);
        }
    }
}
