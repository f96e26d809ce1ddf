package sprout.server;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import sprout.http.HttpHandler;
import sprout.http.HttpRequestParser;

/** Holds what all connections of a server share. Thread-safe. */
final class ServerContext {
    final HttpHandler handler;
    final HttpRequestParser parser;
    final RequestExecutorService executor;
    final ServerOptions options;
    final Clock clock;
    final ByteBufferPool buffers;
    final ByteBudget budget;
    final BodyThreads bodyThreads;
    /**
     * Separate from {@link #bodyThreads}: clients that expect 100 Continue and then send nothing must not take threads
     * from clients that send.
     */
    final BodyThreads expectThreads;

    final Handshakes handshakes;
    final Counters counters = new Counters();
    final Resets resets = new Resets();
    /** Estimated heap in bytes of a thread that waits for a client: the stack of a virtual thread is on the heap. */
    final long threadBytes;

    private final Set<StopListener> stopListeners = ConcurrentHashMap.newKeySet();

    /** Once true, every response is the last one of its connection. */
    volatile boolean stopping;

    /** In bytes. The frames below the smallest handler were measured at 4 KiB. */
    private static final long STACK = 8 * 1024;

    private static final long ROOM_TICK_MILLIS = 50;

    /** How long a thread waits for a client while too many do so already. */
    private static final long CROWDED_NANOS = Duration.ofSeconds(1).toNanos();

    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger waitingWriters = new AtomicInteger();
    private final int mostWaiting;
    private final int mostWaitingWriters;
    private final int fullOfWriters;

    private final int places;
    private final Semaphore room;
    private final Evictions evictions = new Evictions(counters);
    private final long headerNanos;
    private final long bodyNanos;
    private final long idleNanos;
    private final long writeNanos;
    private final long lingerNanos;

    ServerContext(
            HttpHandler handler,
            HttpRequestParser parser,
            RequestExecutorService executor,
            ServerOptions options,
            Clock clock) {
        this(handler, parser, executor, new Handshakes(Runtime.getRuntime().availableProcessors()), options, clock);
    }

    ServerContext(
            HttpHandler handler,
            HttpRequestParser parser,
            RequestExecutorService executor,
            Handshakes handshakes,
            ServerOptions options,
            Clock clock) {
        this.clock = clock;
        this.handler = handler;
        this.parser = parser;
        this.executor = executor;
        this.options = options;
        this.handshakes = handshakes;
        this.budget = new ByteBudget(options.memoryBytes());
        this.buffers = new ByteBufferPool(options.bufferPoolBytes(), budget);
        int expecting = options.bodyThreads() / 2;
        boolean unlimited = executor.threadPerConnection();
        this.threadBytes = unlimited ? STACK : 0;
        this.expectThreads = new BodyThreads(unlimited ? Integer.MAX_VALUE : expecting);
        this.bodyThreads = new BodyThreads(unlimited ? Integer.MAX_VALUE : options.bodyThreads() - expecting);
        this.mostWaiting = executor.threads() == 0 ? Integer.MAX_VALUE : executor.threads() - 1;
        this.mostWaitingWriters = unlimited ? Integer.MAX_VALUE : options.bodyThreads();
        this.fullOfWriters = executor.threads() == 0
                ? Integer.MAX_VALUE
                : mostWaitingWriters + (Math.max(0, executor.threads() - mostWaitingWriters) + 1) / 2;
        this.places = Math.min(options.maxConnections(), FileDescriptors.forConnections());
        this.room = new Semaphore(places);
        this.headerNanos = options.headerTimeout().toNanos();
        this.bodyNanos = options.bodyTimeout().toNanos();
        this.idleNanos = options.idleTimeout().toNanos();
        this.writeNanos = options.writeTimeout().toNanos();
        this.lingerNanos = options.lingerTimeout().toNanos();
    }

    /**
     * Counts a thread that is about to wait for its client. If all other threads of the pool do so already, it waits
     * for a short time only: slow clients cannot hold the whole pool. The same holds for a writer if as many others
     * wait as may wait for bodies. Once half of the remaining threads wait to write as well, further ones do not wait:
     * each would hold up others for that short time. Threads of the application wait as long as they want.
     *
     * @param reason {@link Phase#BODY} or {@link Phase#WRITING}
     * @return how long the thread may wait, in nanoseconds; {@link #endWait} must follow
     */
    long beginWait(Phase reason) {
        if (!executor.owns(Thread.currentThread())) {
            return timeout(reason);
        }
        boolean crowded = waiting.incrementAndGet() > mostWaiting;
        if (reason == Phase.WRITING) {
            int writers = waitingWriters.incrementAndGet();
            if (writers > fullOfWriters) {
                return 0;
            }
            crowded |= writers > mostWaitingWriters;
        }
        return crowded ? Math.min(timeout(reason), CROWDED_NANOS) : timeout(reason);
    }

    void endWait(Phase reason) {
        if (!executor.owns(Thread.currentThread())) {
            return;
        }
        waiting.decrementAndGet();
        if (reason == Phase.WRITING) {
            waitingWriters.decrementAndGet();
        }
    }

    /** Creates the TLS layer of a new connection; null for clear text. */
    @Nullable
    TlsChannel tls(SocketChannel channel, ByteBudget.Account memory) {
        TlsOptions tls = options.tls();
        return tls == null ? null : new TlsChannel(channel, tls.engine(), buffers, memory);
    }

    /** Returns how long a connection may stay in this phase, in nanoseconds. */
    long timeout(Phase phase) {
        return switch (phase) {
            case IDLE -> idleNanos;
            case HEAD -> headerNanos;
            case BODY -> bodyNanos;
            case WRITING -> writeNanos;
            case LINGERING -> lingerNanos;
            case HANDLING, CLOSED -> Long.MAX_VALUE / 2;
        };
    }

    /** Takes over an accepted channel. */
    @FunctionalInterface
    interface Entrance {
        void enter(SocketChannel channel) throws IOException;
    }

    /** Waits until all connections have ended. Returns whether none had to be closed by force. */
    @FunctionalInterface
    interface Exit {
        boolean leave() throws InterruptedException;
    }

    /**
     * Hands a connection over as soon as fewer than the limit are open; {@link Evictions} may have to end an idle one.
     * A client that has left by then is not a failure.
     *
     * @throws InterruptedException if the wait for room was interrupted; the channel is closed, whatever is thrown
     */
    void admit(SocketChannel channel, Entrance entrance) throws IOException, InterruptedException {
        try {
            awaitRoom();
        } catch (Throwable e) {
            channel.close();
            throw e;
        }
        try {
            counters.enter(channel);
        } catch (Throwable e) {
            counters.leave(channel);
            room.release();
            channel.close();
            throw e;
        }
        try {
            entrance.enter(channel);
        } catch (IOException e) {
            close(channel);
            Faults.report(channel, e);
        } catch (Throwable e) {
            close(channel);
            throw e;
        }
    }

    /** Tells a connection whose client does nothing to end; see {@link Evictions#evict}. */
    void makeRoom() {
        evictions.evict(clock.now());
    }

    private void awaitRoom() throws InterruptedException {
        boolean free = room.tryAcquire();
        while (!free) {
            makeRoom();
            free = room.tryAcquire(ROOM_TICK_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    /** Ends all connections. Returns whether none had to be closed by force. */
    boolean stop(Exit exit) throws InterruptedException {
        stopping = true;
        stopListeners.forEach(StopListener::run);
        try (resets) {
            return exit.leave();
        }
    }

    /**
     * One action that a response registered for the stop of the server. Not a record: two equal actions must stay two
     * in the set.
     */
    static final class StopListener {
        private final Runnable action;

        private StopListener(Runnable action) {
            this.action = action;
        }

        /** A failing action of the application must not prevent the stop. */
        private void run() {
            try {
                action.run();
            } catch (RuntimeException | Error e) {
                Connection.LOG.error("what a response has run when the server stops has failed", e);
            }
        }
    }

    /**
     * Runs the action when the server begins to stop, or immediately if it is stopping. It may run twice.
     *
     * @return the registration, to be passed to {@link #forget}
     */
    StopListener onStop(Runnable action) {
        StopListener listener = new StopListener(action);
        stopListeners.add(listener);
        if (stopping) {
            listener.run();
        }
        return listener;
    }

    void forget(StopListener listener) {
        stopListeners.remove(listener);
    }

    /**
     * Closes the channel of a connection and makes room for another one. Does nothing the second time. The channel is
     * closed last, so that no connection is counted any more once the last channel is closed.
     */
    void close(SocketChannel channel) {
        try {
            if (counters.leave(channel)) {
                room.release();
            }
        } finally {
            try {
                channel.close();
            } catch (IOException e) {
                Connection.LOG.trace("{} did not close in good order", channel, e);
            }
        }
    }

    ServerStatistics statistics() {
        return new ServerStatistics(
                counters.accepted(),
                places - room.availablePermits(),
                places,
                evictions.done(),
                counters.requestsBegun(),
                counters.requestsActive(),
                counters.refused.sum(),
                buffers.inUse(),
                buffers.pooledBytes(),
                executor.threads(),
                executor.threadsBusy(),
                executor.tasksQueued(),
                bodyThreads.waiting(),
                budget.used(),
                budget.limit(),
                budget.waits());
    }
}
