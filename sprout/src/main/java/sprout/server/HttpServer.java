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
 * An HTTP/1.1 server: a listener and the engine behind it. Thread-safe.
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
    /** Only for the acceptor. */
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
     * Starts a server with the engine and the threads that the options ask for. It accepts connections when this returns.
     *
     * @throws IOException if the address cannot be listened on; the message names it
     */
    public static HttpServer start(ServerOptions options, HttpHandler handler) throws IOException {
        RequestExecutorService executor = options.threadType() == ThreadType.VIRTUAL
                ? new VirtualRequestExecutorService()
                : new RequestExecutorPoolService(options.threadPoolSize());
        HttpRequestParser parser = new HttpRequestParser(options.limits());
        AcceptableProtocolHandler engine = options.executionMode() == ExecutionMode.NIO
                ? new NioHttpProtocolHandler(handler, parser, executor, options)
                : new BioHttpProtocolHandler(handler, parser, executor, options);
        return start(options, engine, executor);
    }

    /**
     * Starts a listener before an engine made elsewhere, of which only address, backlog and stop time-out are taken from the
     * options. The executor is shut down with the server.
     *
     * @throws IOException if the address cannot be listened on, or the engine cannot start; then nothing is listened on
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
        } catch (IOException | RuntimeException | Error e) {
            server.listener.close();
            throw e;
        }
        server.acceptor.start();
        return server;
    }

    /** The port that is listened on, the real one if 0 was asked for. */
    public int port() {
        return address.getPort();
    }

    public InetSocketAddress address() {
        return address;
    }

    /** Whether all threads that serve get on, from the start to the stop; once false, only a new start helps. */
    public boolean alive() {
        return !stopping && acceptor.isAlive() && listener.isOpen() && engine.alive();
    }

    /** What was done so far and is done now. */
    public ServerStatistics statistics() {
        return engine.statistics();
    }

    /** How often accepting a connection failed, because the process had no file descriptor or memory left. */
    public long acceptFailures() {
        return acceptFailures.sum();
    }

    /** How many connections are open now. */
    public int openConnections() {
        return engine.openConnections();
    }

    /** How many buffers of the pool connections hold now; 0 after all have ended, else one was lost. */
    public long buffersInUse() {
        return engine.buffersInUse();
    }

    /** Stops as {@link #stop} does, with the stop time-out of the options. */
    @Override
    public void close() {
        stop(stopTimeout);
    }

    /**
     * Accepts nothing new, lets running requests finish and closes everything, by force when the time is over. Further calls do
     * nothing.
     *
     * @return whether everything ended by itself
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
            Thread.currentThread().interrupt();
            return false;
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

    /** Lives as long as the listener, whatever clients or the operating system do. */
    private void acceptAll() {
        long pause = SHORTEST_PAUSE_MILLIS;
        while (!stopping) {
            try {
                accept();
                pause = SHORTEST_PAUSE_MILLIS;
            } catch (InterruptedException | AsynchronousCloseException e) {
                Faults.report(acceptor, e); // asked to stop
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

    /** Without file descriptors or memory every accept fails at once; the pause lets others give some back. */
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
            Thread.sleep(millis);
        } catch (InterruptedException interrupted) {
            LOG.trace("the listener was asked to stop", interrupted);
        }
    }
}
