package comparison.peers;

import io.undertow.Undertow;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.RoutingHandler;
import io.undertow.server.handlers.PathHandler;
import io.undertow.util.Headers;
import java.nio.ByteBuffer;

/** Runs Undertow with one handler, which finds the answer by the path. */
final class UndertowPeer implements Peer {
    private static final HttpHandler HELLO = exchange -> answer(exchange, Answers.TEXT, Answers.HELLO);
    private static final HttpHandler JSON = exchange -> answer(exchange, Answers.JSON, Answers.json());

    private final HttpHandler handler;

    /**
     * Creates a peer that is not started yet.
     *
     * @param handler of all requests, called on an I/O thread
     */
    UndertowPeer(HttpHandler handler) {
        this.handler = handler;
    }

    /** Finds exact paths in a table. */
    static HttpHandler paths() {
        return new PathHandler().addExactPath(Answers.HELLO_PATH, HELLO).addExactPath(Answers.JSON_PATH, JSON);
    }

    /** Finds templates of paths by method, as an application does. */
    static HttpHandler router() {
        return new RoutingHandler().get(Answers.HELLO_PATH, HELLO).get(Answers.JSON_PATH, JSON);
    }

    @Override
    public void start(int port) {
        Undertow.builder()
                .addHttpListener(port, "127.0.0.1")
                .setHandler(handler)
                .build()
                .start();
    }

    private static void answer(HttpServerExchange exchange, String type, byte[] body) {
        exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, type);
        exchange.getResponseSender().send(ByteBuffer.wrap(body));
    }
}
