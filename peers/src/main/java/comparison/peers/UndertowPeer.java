package comparison.peers;

import io.undertow.Undertow;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.RoutingHandler;
import io.undertow.server.handlers.BlockingHandler;
import io.undertow.server.handlers.PathHandler;
import io.undertow.util.Headers;
import java.nio.ByteBuffer;

/**
 * Runs Undertow, with handlers on its I/O threads, or dispatched to its worker pool. A table of exact paths finds the
 * handler, or Undertow's router with templates and methods, as in an application.
 */
final class UndertowPeer implements Peer {
    private final boolean dispatched;
    private final boolean routed;

    /**
     * Creates a peer that is not started yet.
     *
     * @param dispatched whether handlers run on worker threads
     * @param routed whether a router finds the handler
     */
    UndertowPeer(boolean dispatched, boolean routed) {
        this.dispatched = dispatched;
        this.routed = routed;
    }

    @Override
    public void start(int port) {
        HttpHandler hello = exchange -> answer(exchange, Answers.TEXT, Answers.HELLO);
        HttpHandler json = exchange -> answer(exchange, Answers.JSON, Answers.json());
        HttpHandler handler = routed
                ? new RoutingHandler().get(Answers.HELLO_PATH, hello).get(Answers.JSON_PATH, json)
                : new PathHandler().addExactPath(Answers.HELLO_PATH, hello).addExactPath(Answers.JSON_PATH, json);
        Undertow.builder()
                .addHttpListener(port, "127.0.0.1")
                .setHandler(dispatched ? new BlockingHandler(handler) : handler)
                .build()
                .start();
    }

    private static void answer(HttpServerExchange exchange, String type, byte[] body) {
        exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, type);
        exchange.getResponseSender().send(ByteBuffer.wrap(body));
    }
}
