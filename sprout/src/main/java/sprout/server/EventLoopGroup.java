package sprout.server;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import sprout.http.Upgrade;

/**
 * Distributes the connections of a server to event loops in turn. Thread-safe after {@link #start}; {@link #upgrade}
 * starts the loops itself.
 */
final class EventLoopGroup {
    private final ServerContext context;
    private final boolean parsesOnWorker;
    private final List<EventLoop> loops = new ArrayList<>();
    private int next;
    private boolean stopped;

    /** @param parsesOnWorker whether workers parse, and loops only receive the first bytes of a request */
    EventLoopGroup(ServerContext context, boolean parsesOnWorker) {
        this.context = context;
        this.parsesOnWorker = parsesOnWorker;
    }

    /**
     * Starts all loops. Keeps only those whose thread runs, if it fails half way.
     *
     * @throws IOException if there are too few file descriptors for the selectors; then no loop runs
     */
    void start() throws IOException {
        List<EventLoop> opened = new ArrayList<>();
        try {
            for (int i = 0; i < context.options.eventLoops(); i++) {
                opened.add(new EventLoop(context.options, context.clock, "http-loop-" + i));
            }
            for (EventLoop loop : opened) {
                loop.start();
                loops.add(loop);
            }
        } finally {
            opened.removeAll(loops);
            for (EventLoop loop : opened) {
                loop.selector().close();
            }
        }
    }

    void accept(SocketChannel channel) throws IOException {
        channel.configureBlocking(false);
        LoopChannel loop = new LoopChannel(new Wire(context, channel), next());
        NioConnection connection = new NioConnection(loop, parsesOnWorker);
        loop.execute(connection::register);
    }

    /**
     * Takes over a connection that has left HTTP. Starts the loops if they do not run yet.
     *
     * @param rest the bytes received after the last request
     * @throws IOException if the server stops or the loops cannot start; the caller must then close the connection
     */
    void upgrade(Wire wire, Upgrade protocol, byte[] rest) throws IOException {
        wire.socket.configureBlocking(false);
        LoopChannel channel = new LoopChannel(wire, started());
        UpgradedChannel upgraded = new UpgradedChannel(channel, protocol);
        channel.execute(() -> {
            channel.register();
            upgraded.open(rest);
        });
    }

    private synchronized EventLoop started() throws IOException {
        if (loops.isEmpty()) {
            if (stopped) {
                throw new IOException("the server stops");
            }
            start();
        }
        return next();
    }

    private synchronized EventLoop next() {
        next = (next + 1) % loops.size();
        return loops.get(next);
    }

    /** Reports whether all started loops make progress; true if none was started. */
    synchronized boolean alive() {
        long now = System.nanoTime();
        return loops.stream().allMatch(loop -> loop.alive(now));
    }

    /**
     * Starts the graceful stop of all loops.
     *
     * @param atMost time after which the loops close the remaining connections by force
     */
    synchronized void beginStop(Duration atMost) {
        stopped = true;
        long deadline = System.nanoTime() + atMost.toNanos();
        loops.forEach(loop -> loop.stop(deadline));
    }

    /**
     * Waits for the end of all loops.
     *
     * @return whether no loop had to close a connection by force
     */
    boolean awaitEnd() throws InterruptedException {
        boolean graceful = true;
        for (EventLoop loop : loops) {
            graceful &= loop.awaitEnd();
        }
        return graceful;
    }
}
