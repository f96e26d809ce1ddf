package sprout.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
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
     * The unit in bytes in which memory is taken from the budget. Less is counted only if it is still held at a tick.
     * So small messages do not touch the shared counter, and are accepted while large ones wait.
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
    /** Bytes that the protocol keeps. With 0 it may be idle. */
    private long kept;

    /** When the client last went on with what is kept of an unfinished message; 0 if it need not. */
    private long keptSince;
    /** When a part of a TLS record was found, in the time of {@link Clock#now}; 0 without one. */
    private long partialSince;
    /** When bytes were last received, or a tick found that some were sent, in the time of {@link Clock#now}. */
    private long lastByte;

    private long sentAtTick;
    /** Bytes counted in the budget, in blocks, for what the protocol keeps. */
    private long protocolTaken;
    /** The part of these that exceeded the budget. */
    private long beyond;

    /**
     * Whether more output may be written. The lock of {@link #output} guards changes of this field, and the next field.
     * The loop also reads this field without the lock.
     */
    private volatile boolean open = true;

    /** Bytes taken from the budget, in blocks, for queued output. */
    private long outputTaken;

    /** Takes the channel over. {@link #open} must follow. */
    UpgradedChannel(LoopChannel channel, Upgrade protocol) {
        this.context = channel.context;
        this.channel = channel;
        this.protocol = protocol;
        this.lastByte = context.clock.now();
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

    /**
     * Reads less if connections hold far too much memory, because a protocol takes received bytes before it asks for
     * memory.
     */
    @Override
    public void readable() throws IOException {
        ByteBuffer received = input;
        if (received == null) {
            boolean exceeded = channel.wire.memory.exceeded();
            received = context.buffers.acquire(exceeded ? ByteBufferPool.SMALL : ByteBufferPool.LARGE);
            input = received;
        }
        int count = channel.wire.bytes.read(received);
        if (count < 0 && protocol.inputComplete()) {
            releaseInputUnlessKept();
            pause(); // the protocol closes once its last output is queued
        } else if (count < 0) {
            channel.close();
        } else if (!open || count == 0) {
            releaseInputUnlessKept();
        } else {
            lastByte = context.clock.now();
            partialSince = 0; // a part of another record
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
                countOutput(blocks(output.held()));
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
            long before = output.size();
            long sentBefore = channel.sent();
            output.add(buffers);
            boolean large = output.size() - before > ByteBufferPool.LARGE;
            if (idle) {
                sendNow();
            }
            countOutput(blocks(output.held()));
            boolean socketFull = !output.isEmpty() && channel.sent() - sentBefore < LoopChannel.TURN;
            if (large && socketFull && channel.wire.memory.exceeded()) {
                // As with large answers of HTTP: even one for each of many clients would exhaust the heap.
                abort();
                throw new IOException("the server has no memory for this message now");
            }
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
    private void countOutput(long blocks) {
        if (blocks != outputTaken) {
            channel.wire.memory.count(blocks - outputTaken);
            outputTaken = blocks;
        }
    }

    private static long blocks(long bytes) {
        return bytes / BLOCK * BLOCK;
    }

    private static long blocksAround(long bytes) {
        return blocks(bytes + BLOCK - 1);
    }

    @Override
    public boolean hold(long bytes, long waitsSince) {
        kept = bytes;
        keptSince = waitsSince;
        rest();
        if (ended) {
            return false;
        }
        countProtocol(Math.min(protocolTaken - beyond, blocksAround(bytes)));
        beyond = 0;
        long more = blocks(bytes) - protocolTaken;
        if (more > 0 && !channel.wire.memory.tryTake(more)) {
            beyond = more;
            countProtocol(protocolTaken + more);
            return false;
        }
        protocolTaken += Math.max(0, more);
        return fits(queued(), Long.MAX_VALUE);
    }

    /** Updates the budget, even beyond its limit, after a change of what the protocol keeps. */
    private void countProtocol(long blocks) {
        channel.wire.memory.count(blocks - protocolTaken);
        protocolTaken = blocks;
    }

    @Override
    public void awaitQueued(long most) throws IOException, InterruptedException {
        synchronized (output) {
            long progressFrom = channel.sent();
            long deadline = context.clock.now() + context.timeout(Phase.WRITING);
            while (open && !fits(output.held(), most)) {
                awaitReader(most, deadline);
                if (channel.sent() - progressFrom >= Connection.PROGRESS) {
                    progressFrom = channel.sent();
                    deadline = context.clock.now() + context.timeout(Phase.WRITING);
                }
            }
            if (!open) {
                throw new ClosedChannelException();
            }
        }
    }

    /**
     * Reports whether that much queued output is no reason to wait. While connections hold far too much memory, all
     * output is: a client that reads nothing must not add to it, and one that reads soon has an empty queue.
     */
    private boolean fits(long queued, long most) {
        return queued == 0 || (queued <= most && !channel.wire.memory.exceeded());
    }

    /**
     * Waits until the client has taken something, or what is queued fits because memory is free again. Ends the
     * connection if that takes too long, or if the deadline has passed. A thread may wake up although the client took
     * nothing, so only the time counts.
     */
    private void awaitReader(long most, long deadline) throws IOException, InterruptedException {
        long before = channel.sent();
        long wait = context.clock.now() + context.beginWait(Phase.WRITING);
        long until = wait - deadline < 0 ? wait : deadline;
        try {
            long left = until - context.clock.now();
            while (open && channel.sent() == before && left > 0 && !fits(output.held(), most)) {
                context.clock.await(output, left);
                left = until - context.clock.now();
            }
        } finally {
            context.endWait(Phase.WRITING);
        }
        if (open && channel.sent() == before && !fits(output.held(), most)) {
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
    public long now() {
        return context.clock.now();
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
        if (paused && channel.wire.reset(now)) {
            channel.close();
            return;
        }
        protocol.tick(now, context.stopping);
        if (open) {
            countAll();
        }
    }

    /** Also counts amounts of less than a block, and lets waiting threads see whether memory is free again. */
    private void countAll() {
        countProtocol(Math.max(protocolTaken, blocksAround(kept)));
        synchronized (output) {
            countOutput(blocksAround(output.held()));
            output.notifyAll();
        }
    }

    /**
     * Marks the connection as idle since the last byte, as waiting for a client that does not read or has not sent the
     * rest of a message, or as busy while something is kept or about to end.
     */
    private void rest() {
        Tally tally = channel.wire.tally;
        boolean waits = open && queued() == 0;
        if (!channel.wire.partial()) {
            partialSince = 0;
        } else if (partialSince == 0) {
            partialSince = context.clock.now();
        }
        if (channel.phase() == Phase.WRITING) {
            channel.stall();
        } else if (waits && kept == 0 && partialSince == 0) {
            tally.rest(lastByte);
        } else if (waits && (kept == 0 || keptSince != 0)) {
            tally.stall(kept == 0 ? partialSince : keptSince);
        } else {
            tally.stir();
        }
    }

    /** Ends the connection within a message, because another client needs its place: only the output has a deadline. */
    @Override
    public void expired() {
        leave();
    }

    /** Ends an idle connection. */
    @Override
    public void evicted() {
        if (open && kept == 0 && queued() == 0) {
            leave();
        }
    }

    /**
     * Once the socket has taken the goodbye of the protocol, does not wait for the answer: clients that send none must
     * not keep their places (RFC 6455 section 7.1.1 permits that under attack).
     */
    private void leave() {
        protocol.tick(context.clock.now(), true);
        if (queued() == 0) {
            channel.close();
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
            countOutput(0);
            output.notifyAll();
        }
        countProtocol(0);
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
