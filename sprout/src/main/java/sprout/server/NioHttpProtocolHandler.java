package sprout.server;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import sprout.http.HttpHandler;
import sprout.http.HttpRequestParser;

/**
 * Implements the nio engine: event loops receive and parse. Handlers that may block run on the executor, the others on
 * the loop. Thread-safe, except for the methods that {@link AcceptableProtocolHandler} restricts.
 */
public final class NioHttpProtocolHandler implements AcceptableProtocolHandler {
    private final ServerContext context;
    private final EventLoopGroup loops;

    /** Creates an engine with the default options and the limits of the parser. */
    public NioHttpProtocolHandler(HttpHandler handler, HttpRequestParser parser, RequestExecutorService executor) {
        this(
                handler,
                parser,
                executor,
                ServerOptions.builder().limits(parser.limits()).build());
    }

    /** Creates an engine. The caller shuts the executor down, after this engine has stopped. */
    public NioHttpProtocolHandler(
            HttpHandler handler, HttpRequestParser parser, RequestExecutorService executor, ServerOptions options) {
        this(new ServerContext(handler, parser, executor, options, Clock.SYSTEM));
    }

    NioHttpProtocolHandler(ServerContext context) {
        this.context = context;
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
    public void makeRoom() {
        context.makeRoom();
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
}
