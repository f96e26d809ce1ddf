package sprout.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import sprout.http.HttpHandler;
import sprout.http.HttpRequestParser;
import sprout.server.ServerOptions.ExecutionMode;
import sprout.server.ServerOptions.ThreadType;

/**
 * Listens on one address and serves HTTP/1.1 with one of the engines. Thread-safe.
 *
 * <pre>{@code
 * ServerOptions options = ServerOptions.builder().port(0).build();
 * try (HttpServer server = HttpServer.start(options, (request, response) -> response.text("Hello"))) {
 *     System.out.println(server.port());
 * }
 * }</pre>
 */
public final class HttpServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);
    private static final long SHORTEST_PAUSE_MILLIS = 10;
    private static final long LONGEST_PAUSE_MILLIS = 1000;

    private final ServerSocketChannel listener;
    private final AcceptableProtocolHandler engine;
    private final RequestExecutorService executor;
    private final Duration stopTimeout;
    private final InetSocketAddress address;
    private final Thread acceptor;
    private final LongAdder acceptFailures = new LongAdder();
    private volatile boolean stopping;
    /** Used by the acceptor thread only. */
    private long nextWarning = System.nanoTime();

    private HttpServer(ServerOptions options, AcceptableProtocolHandler engine, RequestExecutorService executor)
            throws IOException {
        this.engine = engine;
        this.executor = executor;
        this.stopTimeout = options.stopTimeout();
        this.listener = listen(options);
        this.address = (InetSocketAddress) listener.getLocalAddress();
        this.acceptor =
                Thread.ofPlatform().name("http-accept-" + address.getPort()).unstarted(this::acceptAll);
    }

    /**
     * Starts a server with the engine and the thread type of the options. The server accepts connections when this
     * returns.
     *
     * @throws IOException if the server cannot listen on the address, which the message names
     */
    public static HttpServer start(ServerOptions options, HttpHandler handler) throws IOException {
        return start(options, handler, Clock.SYSTEM);
    }

    static HttpServer start(ServerOptions options, HttpHandler handler, Clock clock) throws IOException {
        RequestExecutorService executor = options.threadType() == ThreadType.VIRTUAL
                ? new VirtualRequestExecutorService()
                : new RequestExecutorPoolService(options.threadPoolSize());
        ServerContext context =
                new ServerContext(handler, new HttpRequestParser(options.limits()), executor, options, clock);
        AcceptableProtocolHandler engine = options.executionMode() == ExecutionMode.NIO
                ? new NioHttpProtocolHandler(context)
                : new BioHttpProtocolHandler(context);
        return start(options, engine, executor);
    }

    /**
     * Starts a server with the given engine. Only the address, backlog and stop time-out of the options are used. The
     * server shuts the executor down when it stops.
     *
     * @throws IOException if the server cannot listen on the address, or the engine cannot start; the address is then
     *     free again, and the executor shut down
     */
    public static HttpServer start(
            ServerOptions options, AcceptableProtocolHandler engine, RequestExecutorService executor)
            throws IOException {
        HttpServer server = new HttpServer(options, engine, executor);
        try {
            if (executor.threadPerConnection()) {
                VirtualThreads.openPoller();
            }
            engine.start();
            server.acceptor.start();
        } catch (IOException | RuntimeException | Error e) {
            server.endAfter(e);
            throw e;
        }
        return server;
    }

    /** Returns the port that the server listens on; the assigned one if the options asked for port 0. */
    public int port() {
        return address.getPort();
    }

    public InetSocketAddress address() {
        return address;
    }

    /**
     * Reports whether the server is running: all its threads make progress. Once this is false, only a restart helps.
     */
    public boolean alive() {
        return !stopping && acceptor.isAlive() && listener.isOpen() && engine.alive();
    }

    /** Reads the counters and gauges of the engine. */
    public ServerStatistics statistics() {
        return engine.statistics();
    }

    /** Counts failed accepts since the start, such as when the process was out of file descriptors or memory. */
    public long acceptFailures() {
        return acceptFailures.sum();
    }

    /** Counts the connections that are open now. */
    public int openConnections() {
        return engine.statistics().connectionsOpen();
    }

    /**
     * Counts the pooled buffers that connections hold now. A value above 0 after all connections have ended is a leak.
     */
    public long buffersInUse() {
        return engine.statistics().buffersUsed();
    }

    /** Stops as {@link #stop} does, with the stop time-out of the options. */
    @Override
    public void close() {
        stop(stopTimeout);
    }

    /**
     * Stops accepting, lets running requests finish and closes all connections. Connections that are left when the time
     * is over are closed by force. A call after a completed stop has no effect.
     *
     * @return whether no connection had to be closed by force; also false if the wait was interrupted
     */
    public boolean stop(Duration atMost) {
        stopping = true;
        try {
            listener.close();
            acceptor.interrupt();
            acceptor.join();
            boolean graceful = engine.stop(atMost);
            executor.shutdown();
            return graceful;
        } catch (IOException e) {
            LOG.warn("port {} did not close in good order", address.getPort(), e);
            return false;
        } catch (InterruptedException e) {
            stopNow();
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Ends what a start has begun before it failed. */
    private void endAfter(Throwable failure) {
        try {
            listener.close();
            stopNow();
        } catch (IOException | RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    /** Ends the acceptor, whose listener is closed, and then the engine and its connections by force. */
    private void stopNow() {
        try {
            acceptor.join();
            engine.stop(Duration.ZERO);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            executor.shutdown();
        }
    }

    private static ServerSocketChannel listen(ServerOptions options) throws IOException {
        ServerSocketChannel listener = ServerSocketChannel.open();
        try {
            listener.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            return listener.bind(options.address(), options.backlog());
        } catch (IOException e) {
            listener.close();
            throw new IOException("cannot listen on " + options.address() + ": " + e.getMessage(), e);
        }
    }

    /** Accepts connections until the server stops. Failures of clients or the operating system only pause it. */
    private void acceptAll() {
        long pause = SHORTEST_PAUSE_MILLIS;
        while (!stopping) {
            try {
                accept();
                pause = SHORTEST_PAUSE_MILLIS;
            } catch (InterruptedException | AsynchronousCloseException e) {
                Faults.report(acceptor, e); // stop() closes the listener and interrupts this thread
            } catch (Throwable e) {
                pauseSafely(e, pause);
                pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
            }
        }
    }

    private void accept() throws IOException, InterruptedException {
        SocketChannel channel = listener.accept();
        boolean ready = false;
        try {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            ready = true;
        } catch (IOException e) {
            LOG.trace("a client was gone when it was accepted", e);
        } finally {
            if (!ready) {
                channel.close();
            }
        }
        if (ready) {
            engine.accept(channel);
        }
    }

    private void pauseSafely(Throwable e, long millis) {
        try {
            pauseAfter(e, millis);
        } catch (Throwable again) {
            Faults.report(acceptor, again);
        }
    }

    /**
     * Pauses after a failed accept. Without file descriptors or memory, every accept fails immediately; the pause lets
     * connections end and release some, and an idle one has to.
     */
    private void pauseAfter(Throwable e, long millis) {
        if (e instanceof ClosedChannelException && stopping) {
            return;
        }
        acceptFailures.increment();
        long now = System.nanoTime();
        if (now - nextWarning >= 0) {
            nextWarning = now + Duration.ofMinutes(1).toNanos();
            LOG.warn("cannot accept connections, which wait until it works again ({})", e.toString());
        }
        try {
            engine.makeRoom();
        } finally {
            sleep(millis);
        }
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException interrupted) {
            LOG.trace("the listener was asked to stop", interrupted);
        }
    }
}
