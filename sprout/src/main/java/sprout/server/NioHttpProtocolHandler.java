package sprout.server;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import sprout.http.HttpHandler;
import sprout.http.HttpRequestParser;

/**
 * The nio engine: event loops receive and parse; a handler that may block runs on the executor, others on the loop itself.
 */
public final class NioHttpProtocolHandler implements AcceptableProtocolHandler {
    private final ServerContext context;
    private final EventLoopGroup loops;

    /** An engine with the default options and the limits of the parser. */
    public NioHttpProtocolHandler(HttpHandler handler, HttpRequestParser parser, RequestExecutorService executor) {
        this(
                handler,
                parser,
                executor,
                ServerOptions.builder().limits(parser.limits()).build());
    }

    /** The executor stays the caller's: it is not shut down with this engine. */
    public NioHttpProtocolHandler(
            HttpHandler handler, HttpRequestParser parser, RequestExecutorService executor, ServerOptions options) {
        context = new ServerContext(handler, parser, executor, options);
        loops = new EventLoopGroup(context, false);
    }

    @Override
    public void start() throws IOException {
        loops.start();
    }

    @Override
    public void accept(SocketChannel channel) throws IOException, InterruptedException {
        context.admit(channel, loops::accept);
    }

    @Override
    public boolean stop(Duration atMost) throws InterruptedException {
        return context.stop(() -> {
            loops.beginStop(atMost);
            return loops.awaitEnd();
        });
    }

    @Override
    public boolean alive() {
        return loops.alive();
    }

    @Override
    public ServerStatistics statistics() {
        return context.statistics();
    }

    @Override
    public int openConnections() {
        return context.openConnections();
    }

    @Override
    public long buffersInUse() {
        return context.buffers.inUse();
    }
}
