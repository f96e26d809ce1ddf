package sprout.server;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import sprout.http.HttpHandler;
import sprout.http.HttpRequestParser;

/**
 * Implements the hybrid engine: one thread receives, parses, handles and sends a request, and may block. Thread-safe,
 * except for the methods that {@link AcceptableProtocolHandler} restricts.
 *
 * <p>On virtual threads each connection keeps a thread. Otherwise idle connections wait on a selector and a pool thread
 * is held only during a request. A connection that leaves HTTP moves to an event loop. On virtual threads, the first
 * such connection starts the loops.
 */
public final class BioHttpProtocolHandler implements AcceptableProtocolHandler {
    private final ServerContext context;
    private final EventLoopGroup loops;
    private final Deadlines deadlines;

    /** Creates an engine with the default options and the limits of the parser. */
    public BioHttpProtocolHandler(HttpHandler handler, HttpRequestParser parser, RequestExecutorService executor) {
        this(
                handler,
                parser,
                executor,
                ServerOptions.builder().limits(parser.limits()).build());
    }

    /** Creates an engine. The caller shuts the executor down, after this engine has stopped. */
    public BioHttpProtocolHandler(
            HttpHandler handler, HttpRequestParser parser, RequestExecutorService executor, ServerOptions options) {
        this(new ServerContext(handler, parser, executor, options, Clock.SYSTEM));
    }

    BioHttpProtocolHandler(ServerContext context) {
        this.context = context;
        loops = new EventLoopGroup(context, true);
        deadlines = new Deadlines(context.options, context.clock, "http-deadlines");
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
        BlockingConnection connection = new BlockingConnection(new Wire(context, channel), deadlines, loops);
        deadlines.watch(connection);
        boolean taken = false;
        try {
            context.executor.execute(connection);
            taken = true;
        } catch (RejectedExecutionException e) {
            throw new IOException("the server stops", e);
        } finally {
            if (!taken) {
                deadlines.forget(connection);
            }
        }
    }

    @Override
    public void makeRoom() {
        context.makeRoom();
    }

    @Override
    public boolean stop(Duration atMost) throws InterruptedException {
        long deadline = System.nanoTime() + atMost.toNanos();
        return context.stop(() -> {
            // The blocking connections end first, because they may still move to the loops.
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
}
