package sprout.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import sprout.http.Upgrade;
import sprout.http.UpgradedConnection;

/**
 * Serves a protocol that came after HTTP on a {@link LoopChannel}, in every mode. The loop reads. The thread that
 * writes sends what the socket takes, and the loop sends the rest. Any thread may call the methods of
 * {@link UpgradedConnection} unless they say otherwise; the others are called on the loop.
 */
final class UpgradedChannel implements LoopChannel.Protocol, UpgradedConnection {
    /**
     * Bytes in which the budget is taken; less is not counted. So small messages do not touch the shared counter, and
     * are accepted while large ones wait.
     */
    private static final int BLOCK = ByteBufferPool.SMALL;

    private final ServerContext context;
    private final LoopChannel channel;
    private final Upgrade protocol;
    private final OutputQueue output = new OutputQueue();

    /** Received bytes that were not taken, up to its position. Used on the loop only, like the next fields. */
    private @Nullable ByteBuffer input;

    private boolean paused;
    private boolean ended;
    /** Whether the protocol keeps nothing, so that it may be idle. */
    private boolean keepsNothing = true;

    /** When bytes were last received, or a tick found that some were sent, in the time of {@link System#nanoTime}. */
    private long lastByte = System.nanoTime();

    private long sentAtTick;
    /** Bytes taken from the budget, in blocks, for what the protocol keeps. */
    private long protocolTaken;

    /**
     * Whether more output may be written. The lock of {@link #output} guards each change, and the next field. The loop
     * also reads this without it.
     */
    private volatile boolean open = true;

    /** Bytes taken from the budget, in blocks, for queued output. */
    private long outputTaken;

    /** Takes the channel over. {@link #open} must follow. */
    UpgradedChannel(LoopChannel channel, Upgrade protocol) {
        this.context = channel.context;
        this.channel = channel;
        this.protocol = protocol;
        channel.speak(this);
    }

    /** Passes on the bytes that were received after the request. Called once, before all others. */
    void open(byte[] rest) throws IOException {
        await();
        rest();
        protocol.opened(this);
        if (rest.length > 0) {
            input = context.buffers.acquire(Math.max(rest.length, ByteBufferPool.LARGE));
            input.put(rest);
            feed();
        }
        channel.proceed();
    }

    /** Waits for input without a deadline. */
    private void await() {
        channel.enter(Phase.HANDLING);
        watch();
    }

    private void watch() {
        int writes = channel.phase() == Phase.WRITING ? SelectionKey.OP_WRITE : 0;
        channel.custody.watch(paused ? writes : writes | SelectionKey.OP_READ);
    }

    @Override
    public void readable() throws IOException {
        ByteBuffer received = input;
        if (received == null) {
            received = context.buffers.acquire(ByteBufferPool.LARGE);
            input = received;
        }
        int count = channel.wire.bytes.read(received);
        if (count < 0) {
            channel.close();
        } else if (!open || count == 0) {
            releaseInputUnlessKept();
        } else {
            lastByte = System.nanoTime();
            rest();
            feed();
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
        releaseInputUnlessKept();
    }

    private void releaseInputUnlessKept() {
        if (input != null && (input.position() == 0 || !open)) {
            releaseInput();
        }
    }

    @Override
    public void writable() throws IOException {
        synchronized (output) {
            long before = output.size();
            boolean all = channel.flush(output);
            if (output.size() < before) {
                countOutput();
                output.notifyAll();
            }
            if (all && open) {
                await();
            } else if (all) {
                channel.linger();
            }
        }
    }

    @Override
    public void write(ByteBuffer... buffers) throws IOException {
        synchronized (output) {
            if (!open) {
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
            if (!channel.send(output)) {
                channel.execute(this::sendLater);
            }
        } catch (IOException e) {
            Connection.LOG.trace("{} is gone", channel, e);
            abort();
            throw e;
        }
    }

    private void sendLater() {
        synchronized (output) {
            if (!output.isEmpty() && channel.phase() == Phase.HANDLING) {
                channel.sendLater(!paused);
            }
        }
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
            channel.wire.memory.count(blocks - outputTaken);
            outputTaken = blocks;
        }
    }

    private static long blocks(long bytes) {
        return bytes / BLOCK * BLOCK;
    }

    @Override
    public boolean hold(long bytes) {
        keepsNothing = bytes == 0;
        rest();
        long more = blocks(bytes) - protocolTaken;
        if (ended || (more > 0 && !channel.wire.memory.tryTake(more))) {
            return false;
        }
        if (more < 0) {
            channel.wire.memory.count(more);
        }
        protocolTaken += more;
        return true;
    }

    @Override
    public void awaitQueued(long most) throws IOException, InterruptedException {
        synchronized (output) {
            while (output.held() > most && open) {
                awaitReader();
            }
            if (!open) {
                throw new ClosedChannelException();
            }
        }
    }

    /** Waits until the client has taken something. Ends the connection if that takes too long. */
    private void awaitReader() throws IOException, InterruptedException {
        long before = channel.sent();
        long wait = context.beginWait(Phase.WRITING);
        long until = System.nanoTime() + wait;
        try {
            TimeUnit.NANOSECONDS.timedWait(output, wait);
        } finally {
            context.endWait(Phase.WRITING);
        }
        if (open && channel.sent() == before && System.nanoTime() - until >= 0) {
            abort();
            throw new TimeoutException("the client did not take its messages in time");
        }
    }

    @Override
    public void pause() {
        paused = true;
        watch();
    }

    @Override
    public void resume() {
        channel.execute(this::resumeOnLoop);
    }

    /** Resumes reading. The bytes received before come first; the protocol may pause again because of them. */
    private void resumeOnLoop() {
        if (!paused || !open) {
            return;
        }
        paused = false;
        feed();
        watch();
        channel.proceed();
    }

    @Override
    public void close() {
        channel.execute(this::closeOnLoop);
    }

    private void closeOnLoop() throws IOException {
        synchronized (output) {
            if (!open) {
                return;
            }
            open = false;
            output.notifyAll();
        }
        if (output.isEmpty()) {
            channel.linger();
        } else if (channel.phase() != Phase.WRITING) {
            channel.sendLater(!paused);
        }
    }

    @Override
    public void abort() {
        channel.execute(channel::close);
    }

    @Override
    public void execute(Runnable task) {
        context.executor.execute(task);
    }

    @Override
    public void tick(long now) {
        if (!open) {
            return;
        }
        if (channel.sent() != sentAtTick) {
            sentAtTick = channel.sent();
            lastByte = now;
        }
        rest();
        protocol.tick(now, context.stopping);
    }

    /** Marks the connection as idle since the last byte, or as busy while the protocol keeps something. */
    private void rest() {
        if (keepsNothing) {
            channel.wire.tally.rest(lastByte);
        } else {
            channel.wire.tally.stir();
        }
    }

    /** Never happens: nothing has a deadline here but the output, which the channel watches. */
    @Override
    public void expired() {
        channel.close();
    }

    @Override
    public void evicted() {
        if (open && keepsNothing && queued() == 0) {
            protocol.tick(System.nanoTime(), true);
        }
    }

    @Override
    public void closed() {
        if (ended) {
            return;
        }
        ended = true;
        synchronized (output) {
            open = false;
            output.clear();
            countOutput();
            output.notifyAll();
        }
        channel.wire.memory.count(-protocolTaken);
        protocolTaken = 0;
        releaseInput();
        protocol.closed();
    }

    private void releaseInput() {
        ByteBuffer held = input;
        input = null;
        if (held != null) {
            context.buffers.release(held);
        }
    }
}
