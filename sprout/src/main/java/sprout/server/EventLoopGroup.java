package sprout.server;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Event loops that share the connections of a server, given out in turn. */
final class EventLoopGroup {
    private final ServerContext context;
    private final boolean parsesOnWorker;
    private final List<EventLoop> loops = new ArrayList<>();
    private int next;

    /** @param parsesOnWorker whether workers parse, and loops only receive the first bytes of a request */
    EventLoopGroup(ServerContext context, boolean parsesOnWorker) {
        this.context = context;
        this.parsesOnWorker = parsesOnWorker;
    }

    void start() throws IOException {
        for (int i = 0; i < context.options.eventLoops(); i++) {
            loops.add(new EventLoop(context.options, "http-loop-" + i));
        }
        loops.forEach(EventLoop::start);
    }

    void accept(SocketChannel channel) throws IOException {
        channel.configureBlocking(false);
        EventLoop loop = loops.get(next);
        next = (next + 1) % loops.size();
        NioConnection connection = new NioConnection(context, channel, loop, parsesOnWorker);
        loop.execute(connection::register);
    }

    /** Ends all loops and waits for that; returns whether none had to end a connection by force. */
    boolean stop(Duration atMost) throws InterruptedException {
        long deadline = System.nanoTime() + atMost.toNanos();
        loops.forEach(loop -> loop.stop(deadline));
        boolean graceful = true;
        for (EventLoop loop : loops) {
            graceful &= loop.awaitEnd();
        }
        return graceful;
    }
}
