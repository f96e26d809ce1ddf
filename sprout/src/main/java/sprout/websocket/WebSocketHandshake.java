package sprout.websocket;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import sprout.http.HttpException;
import sprout.http.HttpHandler;
import sprout.http.HttpRequest;
import sprout.http.HttpResponse;

/**
 * Answers the opening handshake of a WebSocket (RFC 6455 section 4.2) and makes a session of the connection. Immutable and
 * thread-safe; the server it is used on must be Sprout's own.
 *
 * <pre>{@code
 * HttpHandler echo = WebSocketHandshake.with(request -> new WebSocketListener() {
 *     public void onText(WebSocketSession session, String text) throws IOException {
 *         session.sendText(text);
 *     }
 * });
 * }</pre>
 *
 * @param listeners makes the listener of a session from its handshake, which must not be kept; may throw an {@link HttpException}
 * @param options limits of the sessions
 * @param subprotocols those spoken here; of these, the one that the client prefers is chosen
 * @param originAllowed whether a page of this {@code Origin} may connect (section 10.2); not asked of pages that this server has
 *     sent itself, which always may, nor if there is none, which means that the client is no browser
 */
public record WebSocketHandshake(
        Function<HttpRequest, WebSocketListener> listeners,
        WebSocketOptions options,
        List<String> subprotocols,
        Predicate<String> originAllowed)
        implements HttpHandler {
    private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    private static final int KEY_BYTES = 16;

    /** Keeps its own copy of the list. */
    public WebSocketHandshake {
        subprotocols = List.copyOf(subprotocols);
    }

    /** Default options, no subprotocol, only pages of this server. */
    public static WebSocketHandshake with(Function<HttpRequest, WebSocketListener> listeners) {
        return new WebSocketHandshake(listeners, WebSocketOptions.DEFAULT, List.of(), origin -> false);
    }

    /** The same with other options. */
    public WebSocketHandshake with(WebSocketOptions newOptions) {
        return new WebSocketHandshake(listeners, newOptions, subprotocols, originAllowed);
    }

    /**
     * Switches the connection to WebSocket, or refuses.
     *
     * @throws HttpException with status 400 or 403
     */
    @Override
    public void handle(HttpRequest request, HttpResponse response) {
        if (!request.method().equals("GET")) {
            response.status(405).header("Allow", "GET").text("A WebSocket is opened by GET.");
        } else if (!asksForWebSocket(request)) {
            upgradeRequired(response, "There is a WebSocket here: ask for it with Upgrade: websocket.");
        } else if (!request.headers().all("Sec-WebSocket-Version").equals(List.of("13"))) {
            response.header("Sec-WebSocket-Version", "13");
            upgradeRequired(response, "Only version 13 of WebSocket is spoken here.");
        } else {
            accept(request, response);
        }
    }

    /** RFC 9110 section 15.5.22: a 426 always names the protocol. */
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
     * Whether host and port are those that the request is for. In clear text the scheme may be either, for there may be a proxy before
     * this server that speaks TLS.
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
        return tokens(request, header).stream().anyMatch(token::equalsIgnoreCase);
    }

    private static List<String> tokens(HttpRequest request, String header) {
        List<String> tokens = new ArrayList<>();
        for (String value : request.headers().all(header)) {
            for (String token : value.split(",", -1)) {
                tokens.add(token.strip());
            }
        }
        return tokens;
    }

    /** Section 4.1 point 7: 16 bytes in Base64, once. */
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
        for (String wanted : tokens(request, "Sec-WebSocket-Protocol")) {
            if (subprotocols.contains(wanted)) {
                return wanted;
            }
        }
        return null;
    }

    /** Section 4.2.2 point 5.4. */
    static String acceptValue(String key) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-1").digest((key + GUID).getBytes(StandardCharsets.US_ASCII));
            return Base64.getEncoder().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-1", e);
        }
    }
}
