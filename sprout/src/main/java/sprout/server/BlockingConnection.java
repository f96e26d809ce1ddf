package sprout.server;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.locks.LockSupport;
import sprout.http.HttpException;
import sprout.http.Upgrade;
import sprout.server.TlsChannel.Handshake;

/**
 * A connection with a thread of its own, which blocks in the channel whenever it has to wait. Only {@link Deadlines} touches it
 * from outside: it ends the waiting of a thread by shutting down the channel's input, or by closing it while writing.
 */
final class BlockingConnection extends Connection implements Runnable {
    /** Answers, or pieces of {@link #PROGRESS} bytes, after which other threads get a turn, though this one never had to wait. */
    private static final int TURN = 32;

    private final Deadlines deadlines;
    private final EventLoopGroup loops;
    /** Until the thread runs, which on a busy machine takes its time, nothing of it is the client's fault. */
    private volatile Phase phase = Phase.HANDLING;

    private volatile long deadline;
    private volatile boolean expired;
    private int steps;

    /** @param loops take the connection over if it leaves HTTP */
    BlockingConnection(ServerContext context, SocketChannel channel, Deadlines deadlines, EventLoopGroup loops)
            throws IOException {
        super(context, channel);
        this.deadlines = deadlines;
        this.loops = loops;
    }

    @Override
    public void run() {
        boolean ours = true;
        deadline = System.nanoTime() + context.timeout(Phase.HEAD);
        phase = Phase.IDLE;
        try {
            serve();
            ours = !upgraded();
        } catch (Throwable e) {
            close();
            ours = false;
            Faults.report(this, e);
        } finally {
            end(ours);
        }
    }

    /** In this order, because the server stops as soon as there is no connection left to watch. */
    private void end(boolean ours) {
        try {
            if (ours) {
                close();
            }
        } finally {
            deadlines.forget(this);
        }
    }

    /** Gives the socket to another protocol, if there is one; returns whether this object must not touch it any more. */
    private boolean upgraded() throws IOException {
        Upgrade next = upgrade();
        if (next != null) {
            enter(Phase.HANDLING);
            byte[] rest = input.takeRest();
            output.release();
            loops.upgrade(channel, tls, next, rest);
        }
        return next != null;
    }

    private void serve() throws IOException {
        try {
            if (tls != null && !handshake(tls)) {
                rejectClearText();
                sendAll();
            }
            while (!closesAfterOutput() && receiveRequest()) {
                enter(Phase.HANDLING);
                handle(false);
                endRequest();
                sendAll();
                input.releaseIfLarge();
                output.releaseIfLarge();
                enter(Phase.IDLE);
            }
        } catch (HttpException e) {
            reject(e);
            sendAll();
        }
        if (closesAfterOutput() && upgrade() == null) {
            linger();
        }
    }

    /** Returns false if the client spoke clear text. */
    private boolean handshake(TlsChannel secured) throws IOException {
        while (secured.handshake() != Handshake.DONE) {
            secured.runTasks();
        }
        return !secured.clear();
    }

    /** Waits for a whole request, or as much of it as fits; returns false when the client has closed. */
    private boolean receiveRequest() throws IOException {
        while (!requestReady()) {
            awaitMore();
            if (input.receive(transport) < 0) {
                return endOfInput();
            }
            if (tls == null ? input.drained() : tls.drained()) {
                steps = 0; // the thread will wait
            }
        }
        return true;
    }

    private boolean endOfInput() {
        if (expired && requestBegun()) {
            throw new HttpException(408, "the request did not arrive in time");
        }
        return false;
    }

    private void awaitMore() {
        Phase next = headComplete() ? Phase.BODY : requestBegun() ? Phase.HEAD : phase;
        if (next != phase) {
            enter(next);
        }
    }

    /** Leaves the closing to the client: closing at once could reset the connection before it has read (RFC 9112 section 9.6). */
    private void linger() throws IOException {
        enter(Phase.WRITING);
        shutdownOutput();
        enter(Phase.LINGERING);
        do {
            input.release();
        } while (input.receive(transport) >= 0);
    }

    private void enter(Phase next) {
        long now = System.nanoTime();
        deadline = now + context.timeout(next);
        phase = next;
        if (next == Phase.IDLE) {
            tally.rest(now);
        } else {
            tally.stir();
        }
    }

    /** The thread sees the end of the input behind what has come by then, so a request that has just come is answered. */
    @Override
    boolean evict() {
        if (phase != Phase.IDLE) {
            return false;
        }
        try {
            channel.shutdownInput();
        } catch (IOException e) {
            LOG.trace("{} was gone when its place was needed", channel, e);
        }
        return true;
    }

    /** The channel itself blocks, except when it takes a file from a virtual thread. */
    @Override
    long await(int operation, long until) throws IOException {
        return operation == SelectionKey.OP_WRITE ? output.sendFileByCopy(channel) : 0;
    }

    @Override
    void blocking(Phase reason, long until) {
        deadline = until;
        phase = reason;
        if (++steps >= TURN) {
            steps = 0;
            // A virtual thread keeps its carrier as long as bytes are there. One that yields is found again before
            // those that come from elsewhere (JDK 25), one that is parked is not.
            LockSupport.parkNanos(1);
        }
    }

    @Override
    void blockingEnded() {
        phase = Phase.HANDLING;
    }

    @Override
    boolean expired() {
        return expired;
    }

    /** From the thread of {@link Deadlines}. */
    void check(long now) {
        boolean idleAtStop = context.stopping && phase == Phase.IDLE;
        if (phase == Phase.HANDLING || (now - deadline < 0 && !idleAtStop)) {
            return;
        }
        expired = true;
        try {
            if (phase == Phase.WRITING || now - deadline >= context.timeout(Phase.WRITING)) {
                channel.close(); // also a thread that reads may be kept writing, by TLS
            } else {
                channel.shutdownInput();
            }
        } catch (IOException e) {
            LOG.trace("{} was gone at its deadline", channel, e);
        }
    }

    /** From the thread that stops the server: ends whatever the connection does. */
    void abort() {
        context.close(channel);
    }

    @Override
    void close() {
        enter(Phase.WRITING);
        end();
    }
}
