package comparison.peers;

import io.undertow.Undertow;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.handlers.BlockingHandler;
import io.undertow.server.handlers.PathHandler;
import io.undertow.util.Headers;
import java.nio.ByteBuffer;

/** Runs Undertow, with handlers on its I/O threads, or dispatched to its worker pool. */
final class UndertowPeer implements Peer {
    private final boolean dispatched;

    /**
     * Creates a peer that is not started yet.
     *
     * @param dispatched whether handlers run on worker threads
     */
    UndertowPeer(boolean dispatched) {
        this.dispatched = dispatched;
    }

    @Override
    public void start(int port) {
        HttpHandler paths = new PathHandler()
                .addExactPath(Answers.HELLO_PATH, exchange -> answer(exchange, Answers.TEXT, Answers.HELLO))
                .addExactPath(Answers.JSON_PATH, exchange -> answer(exchange, Answers.JSON, Answers.json()));
        Undertow.builder()
                .addHttpListener(port, "127.0.0.1")
                .setHandler(dispatched ? new BlockingHandler(paths) : paths)
                .build()
                .start();
    }

    private static void answer(HttpServerExchange exchange, String type, byte[] body) {
        exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, type);
        exchange.getResponseSender().send(ByteBuffer.wrap(body));
    }
}
