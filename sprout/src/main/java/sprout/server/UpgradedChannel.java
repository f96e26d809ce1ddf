package sprout.server;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;
import sprout.http.Upgrade;
import sprout.http.UpgradedConnection;

/**
 * Serves a connection that has left HTTP, on an event loop in every mode. The loop reads. The thread that writes sends
 * what the socket takes, and the loop sends the rest. Any thread may call the methods of {@link UpgradedConnection}
 * unless they say otherwise; the others are called on the loop.
 *
 * <pre>
 *   OPEN ── close() ──▶ FLUSHING ── queue empty ──▶ LINGERING (input discarded) ── client ends ──▶ CLOSED
 *     └──── end of input, failure, deadline, abort() ────────────────────────────────────────────────▲
 * </pre>
 */
final class UpgradedChannel implements LoopMember, UpgradedConnection {
    /**
     * Bytes in which the budget is taken; less is not counted. So small messages do not touch the shared counter, and
     * are accepted while large ones wait.
     */
    private static final int BLOCK = ByteBufferPool.SMALL;

    private enum State {
        OPEN,
        FLUSHING,
        LINGERING,
        CLOSED
    }

    private final ServerContext context;
    private final SocketChannel channel;
    private final @Nullable TlsChannel tls;
    private final EventLoop loop;
    private final Upgrade protocol;
    private final OutputQueue output;
    private final SocketAddress remoteAddress;

    /** Received bytes that were not taken, up to its position. Used on the loop only. */
    private @Nullable ByteBuffer input;

    private @Nullable SelectionKey key;
    private long lingerDeadline;

    /**
     * The lock of {@link #output} guards this and the fields below for each change. The loop also reads the state
     * without it.
     */
    private volatile State state = State.OPEN;

    private boolean paused;

    /**
     * Bytes taken from the budget, in blocks: for queued output, and in the next field, used on the loop only, for what
     * the protocol keeps.
     */
    private long outputTaken;

    private long protocolTaken;

    UpgradedChannel(
            ServerContext context, SocketChannel channel, @Nullable TlsChannel tls, EventLoop loop, Upgrade protocol)
            throws IOException {
        this.context = context;
        this.channel = channel;
        this.tls = tls;
        this.loop = loop;
        this.protocol = protocol;
        this.output = new OutputQueue(channel, tls);
        this.remoteAddress = channel.getRemoteAddress();
    }

    /**
     * Registers the socket and passes on the bytes that were received after the request. Called once on the loop,
     * before all other methods.
     */
    void open(byte[] rest) throws IOException {
        key = channel.register(loop.selector(), SelectionKey.OP_READ, this);
        protocol.opened(this);
        if (rest.length > 0) {
            input = context.buffers.acquire(Math.max(rest.length, ByteBufferPool.LARGE));
            input.put(rest);
            feed();
        }
        readPending();
    }

    @Override
    public void ready() throws IOException {
        SelectionKey registered = key;
        if (registered == null || !registered.isValid()) {
            return;
        }
        if (registered.isWritable()) {
            flush();
        }
        if (registered.isValid() && registered.isReadable()) {
            readable();
        }
    }

    private void readable() throws IOException {
        if (input == null) {
            input = context.buffers.acquire(ByteBufferPool.LARGE);
        }
        if ((tls == null ? channel.read(input) : tls.read(input)) < 0) {
            end();
        } else if (state == State.OPEN) {
            feed();
        } else {
            input.clear();
        }
        readPending();
    }

    /** Schedules another read if TLS holds decrypted bytes, which the selector does not report. */
    private void readPending() {
        if (tls != null && state != State.CLOSED && tls.pending() && !isPaused()) {
            loop.execute(this, this::readOnLoop);
        }
    }

    private void readOnLoop() throws IOException {
        if (state != State.CLOSED && !isPaused()) {
            readable();
        }
    }

    private boolean isPaused() {
        synchronized (output) {
            return paused;
        }
    }

    private void feed() {
        ByteBuffer received = input;
        if (received == null) {
            return;
        }
        received.flip();
        protocol.received(received);
        received.compact();
        if (input != null && (received.position() == 0 || state != State.OPEN)) {
            releaseInput();
        }
    }

    private void flush() throws IOException {
        synchronized (output) {
            long before = output.size();
            boolean all = output.flush();
            if (output.size() < before) {
                countOutput();
                output.notifyAll();
            }
            if (all && state == State.FLUSHING) {
                linger();
            }
            updateInterest();
        }
    }

    private void linger() throws IOException {
        state = State.LINGERING;
        paused = false;
        lingerDeadline = System.nanoTime() + context.timeout(Phase.LINGERING);
        if (tls != null) {
            tls.closeOutput();
        }
        channel.shutdownOutput();
    }

    private void updateInterest() {
        SelectionKey registered = key;
        if (registered != null && registered.isValid()) {
            int wanted = (paused ? 0 : SelectionKey.OP_READ) | (output.isEmpty() ? 0 : SelectionKey.OP_WRITE);
            if (registered.interestOps() != wanted) {
                registered.interestOps(wanted);
                loop.selector().wakeup();
            }
        }
    }

    @Override
    public void write(ByteBuffer... buffers) throws IOException {
        synchronized (output) {
            if (state != State.OPEN) {
                throw new ClosedChannelException();
            }
            boolean idle = output.isEmpty();
            output.add(buffers);
            if (idle) {
                sendNow();
            }
            countOutput();
        }
    }

    private void sendNow() throws IOException {
        try {
            output.flush();
        } catch (IOException e) {
            abort(e);
            throw e;
        }
        updateInterest();
    }

    @Override
    public long queued() {
        synchronized (output) {
            return output.held();
        }
    }

    /** Updates the budget after a change of the queue. Called under the lock of the output. */
    private void countOutput() {
        long blocks = blocks(output.held());
        if (blocks != outputTaken) {
            context.budget.count(blocks - outputTaken);
            outputTaken = blocks;
        }
    }

    private static long blocks(long bytes) {
        return bytes / BLOCK * BLOCK;
    }

    @Override
    public boolean hold(long bytes) {
        long more = blocks(bytes) - protocolTaken;
        if (state == State.CLOSED || (more > 0 && !context.budget.tryTake(more))) {
            return false;
        }
        if (more < 0) {
            context.budget.count(more);
        }
        protocolTaken += more;
        return true;
    }

    @Override
    public void awaitQueued(long most) throws IOException, InterruptedException {
        synchronized (output) {
            while (output.held() > most && state == State.OPEN) {
                output.wait();
            }
            if (state != State.OPEN) {
                throw new ClosedChannelException();
            }
        }
    }

    @Override
    public void pause() {
        synchronized (output) {
            paused = true;
            updateInterest();
        }
    }

    @Override
    public void resume() {
        synchronized (output) {
            if (!paused) {
                return;
            }
        }
        loop.execute(this, this::resumeOnLoop);
    }

    /** Resumes reading. The bytes received before come first; the protocol may pause again because of them. */
    private void resumeOnLoop() {
        synchronized (output) {
            if (!paused || state != State.OPEN) {
                return;
            }
            paused = false;
        }
        feed();
        synchronized (output) {
            updateInterest();
        }
        readPending();
    }

    @Override
    public void close() {
        loop.execute(this, this::closeOnLoop);
    }

    private void closeOnLoop() throws IOException {
        synchronized (output) {
            if (state != State.OPEN) {
                return;
            }
            state = State.FLUSHING;
        }
        flush();
    }

    @Override
    public void abort() {
        loop.execute(this, this::end);
    }

    private void abort(Exception e) {
        Connection.LOG.trace("{} is gone", channel, e);
        abort();
    }

    @Override
    public void execute(Runnable task) {
        context.executor.execute(task);
    }

    @Override
    public void sweep(long now) {
        boolean late;
        synchronized (output) {
            late = state == State.LINGERING
                    ? now - lingerDeadline >= 0
                    : output.stuckSince(now) > context.timeout(Phase.WRITING);
        }
        if (late) {
            end();
        } else if (state == State.OPEN) {
            protocol.tick(now, context.stopping);
        }
    }

    @Override
    public void abortNow() {
        end();
    }

    private void end() {
        synchronized (output) {
            if (state == State.CLOSED) {
                return;
            }
            state = State.CLOSED;
            output.clear();
            countOutput();
            output.notifyAll();
        }
        context.budget.count(-protocolTaken);
        protocolTaken = 0;
        try {
            closeChannel();
        } finally {
            protocol.closed();
        }
    }

    private void closeChannel() {
        try {
            if (tls != null) {
                tls.closeOutput();
            }
        } finally {
            context.close(channel);
            releaseInput();
            if (tls != null) {
                tls.release();
            }
        }
    }

    /** Names the protocol and the client, for the log. */
    @Override
    public String toString() {
        return "the " + protocol.protocol() + " connection of " + remoteAddress;
    }

    private void releaseInput() {
        ByteBuffer held = input;
        input = null;
        if (held != null) {
            context.buffers.release(held);
        }
    }
}
