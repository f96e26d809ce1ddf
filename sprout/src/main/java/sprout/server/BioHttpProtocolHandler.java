package sprout.server;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import sprout.http.HttpHandler;
import sprout.http.HttpRequestParser;

/**
 * The hybrid engine's way with HTTP: the thread of a request receives, parses, handles and sends, and blocks where it has to. If
 * threads are cheap each connection keeps one; otherwise idle connections wait on a selector, and a thread is held by a request.
 * A connection that is switched to another protocol moves to an event loop; those loops are started by the first one that is.
 */
public final class BioHttpProtocolHandler implements AcceptableProtocolHandler {
    private final ServerContext context;
    private final EventLoopGroup loops;
    private final Deadlines deadlines;

    /** An engine with the default options and the limits of the parser. */
    public BioHttpProtocolHandler(HttpHandler handler, HttpRequestParser parser, RequestExecutorService executor) {
        this(
                handler,
                parser,
                executor,
                ServerOptions.builder().limits(parser.limits()).build());
    }

    /** The executor stays the caller's: it is not shut down with this engine. */
    public BioHttpProtocolHandler(
            HttpHandler handler, HttpRequestParser parser, RequestExecutorService executor, ServerOptions options) {
        context = new ServerContext(handler, parser, executor, options);
        loops = new EventLoopGroup(context, true);
        deadlines = new Deadlines(options, "http-deadlines");
    }

    @Override
    public void start() throws IOException {
        if (context.executor.threadPerConnection()) {
            deadlines.start();
        } else {
            loops.start();
        }
    }

    @Override
    public void accept(SocketChannel channel) throws IOException, InterruptedException {
        context.admit(channel, context.executor.threadPerConnection() ? this::acceptBlocking : loops::accept);
    }

    private void acceptBlocking(SocketChannel channel) throws IOException {
        BlockingConnection connection = new BlockingConnection(context, channel, deadlines, loops);
        deadlines.watch(connection);
        try {
            context.executor.execute(connection);
        } catch (RejectedExecutionException e) {
            deadlines.forget(connection);
            throw new IOException("the server stops", e);
        }
    }

    @Override
    public boolean stop(Duration atMost) throws InterruptedException {
        long deadline = System.nanoTime() + atMost.toNanos();
        return context.stop(() -> {
            // First, because these connections may still move to the loops.
            boolean graceful = !context.executor.threadPerConnection() || deadlines.stop(atMost);
            loops.beginStop(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
            return loops.awaitEnd() && graceful;
        });
    }

    @Override
    public boolean alive() {
        return loops.alive() && (!context.executor.threadPerConnection() || deadlines.alive());
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
