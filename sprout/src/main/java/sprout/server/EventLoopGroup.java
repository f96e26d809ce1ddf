package sprout.server;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sprout.http.Upgrade;

/** Event loops that share the connections of a server, given out in turn. */
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

    /** All loops or, without file descriptors for so many selectors, none. */
    void start() throws IOException {
        List<EventLoop> opened = new ArrayList<>();
        try {
            for (int i = 0; i < context.options.eventLoops(); i++) {
                opened.add(new EventLoop(context.options, "http-loop-" + i));
            }
        } catch (IOException e) {
            for (EventLoop loop : opened) {
                loop.selector().close();
            }
            throw e;
        }
        loops.addAll(opened);
        loops.forEach(EventLoop::start);
    }

    void accept(SocketChannel channel) throws IOException {
        channel.configureBlocking(false);
        EventLoop loop = next();
        NioConnection connection = new NioConnection(context, channel, loop, parsesOnWorker);
        loop.execute(connection, connection::register);
    }

    /** Takes over a connection that has left HTTP, together with the bytes that were received behind it. Starts the loops if need be. */
    void upgrade(SocketChannel channel, @Nullable TlsChannel tls, Upgrade protocol, byte[] rest) throws IOException {
        channel.configureBlocking(false);
        EventLoop loop = started();
        UpgradedChannel upgraded = new UpgradedChannel(context, channel, tls, loop, protocol);
        loop.execute(upgraded, () -> upgraded.open(rest));
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

    /** Whether all loops that were started get on. */
    synchronized boolean alive() {
        long now = System.nanoTime();
        return loops.stream().allMatch(loop -> loop.alive(now));
    }

    /** Has all loops come to their end. */
    synchronized void beginStop(Duration atMost) {
        stopped = true;
        long deadline = System.nanoTime() + atMost.toNanos();
        loops.forEach(loop -> loop.stop(deadline));
    }

    /** Waits for the end of all loops; returns whether none had to end a connection by force. */
    boolean awaitEnd() throws InterruptedException {
        boolean graceful = true;
        for (EventLoop loop : loops) {
            graceful &= loop.awaitEnd();
        }
        return graceful;
    }
}
