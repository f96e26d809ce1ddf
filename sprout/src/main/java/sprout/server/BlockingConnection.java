package sprout.server;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import sprout.http.HttpException;
import sprout.http.Upgrade;
import sprout.server.TlsChannel.Handshake;

/**
 * Serves a connection on its own thread, which blocks in the channel to wait. {@link Deadlines} calls {@link #check}
 * and {@link #abort} from other threads, and {@link Evictions} calls {@link #evict}. They end a wait by shutting down
 * the channel's input or closing the channel.
 */
final class BlockingConnection extends Connection implements Runnable {
    private final Deadlines deadlines;
    private final EventLoopGroup loops;
    /** No deadline applies until the thread runs, because a busy machine may delay its start. */
    private volatile Phase phase = Phase.HANDLING;

    private volatile long deadline;
    private volatile boolean inputShut;
    private volatile @Nullable Thread thread;
    private final Turns turns = new Turns();
    /** Created early: a connection must end without new memory. */
    private final Runnable release = this::release;

    /** @param loops takes the connection over if it leaves HTTP */
    BlockingConnection(Wire wire, Deadlines deadlines, EventLoopGroup loops) {
        super(wire);
        this.deadlines = deadlines;
        this.loops = loops;
        wire.tally.belongTo(this::evict);
    }

    @Override
    public void run() {
        boolean ours = true;
        thread = Thread.currentThread();
        deadline = context.clock.now() + context.timeout(Phase.HEAD);
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

    /** Closes first and unregisters last, because a stopping server waits until no connection is registered. */
    private void end(boolean ours) {
        try {
            if (ours) {
                close();
            }
        } finally {
            deadlines.forget(this);
        }
    }

    /**
     * Hands the socket to another protocol, if the last response switched to one. Returns whether it did; then this
     * object must not touch the socket again.
     */
    private boolean upgraded() throws IOException {
        Upgrade next = upgrade();
        if (next != null) {
            enter(Phase.HANDLING);
            byte[] rest = input.takeRest();
            output.release();
            loops.upgrade(wire, next, rest);
        }
        return next != null;
    }

    private void serve() throws IOException {
        try {
            if (wire.tls != null && !handshake(wire.tls)) {
                rejectClearText();
                flush();
            }
            while (!closesAfterOutput() && receiveRequest()) {
                enter(Phase.HANDLING);
                handle();
                endRequest();
                flush();
                input.releaseIfLarge();
                output.releaseIfLarge();
                enter(Phase.IDLE);
            }
        } catch (HttpException e) {
            reject(e);
            flush();
        }
        if (closesAfterOutput() && upgrade() == null) {
            linger();
        }
    }

    /** Waits for the end of the handshake. Returns false if the client speaks clear text. */
    private boolean handshake(TlsChannel secured) throws IOException {
        Handshake step = secured.handshake();
        long waits = context.clock.now();
        while (step != Handshake.DONE) {
            if (step == Handshake.TASKS) {
                wire.tally.stir(); // waits for this server, not for its client
                if (!context.handshakes.await(() -> wire.runHandshakeTasks(secured, deadline))) {
                    throw new PeerException("the client left, or its handshake took too long", null);
                }
                waits = context.clock.now();
            }
            if (secured.begun()) {
                phase = Phase.HEAD; // the deadline stays that of the accept
                wire.tally.stall(waits);
            }
            step = secured.handshake();
        }
        phase = Phase.IDLE;
        wire.tally.rest(context.clock.now());
        return !secured.clear();
    }

    /**
     * Waits for a whole request, or as much of it as fits into the input. Returns false when the client has closed, or
     * was idle for too long.
     */
    private boolean receiveRequest() throws IOException {
        while (!requestReady()) {
            if (awaited() != phase) {
                enter(awaited());
            }
            if (input.receive(wire.bytes) < 0) {
                return endOfInput();
            }
            if (wire.tls == null ? input.drained() : wire.tls.drained()) {
                turns.begin(); // the next receive will wait
            }
        }
        return true;
    }

    private boolean endOfInput() {
        if (inputShut && awaited() != Phase.IDLE) {
            throw new HttpException(408, "the request did not arrive in time");
        }
        return false;
    }

    /**
     * Waits for the client to close. Closing immediately could reset the connection before the client has read the
     * response (RFC 9112 section 9.6).
     */
    private void linger() throws IOException {
        enter(Phase.WRITING);
        wire.shutdownOutput();
        enter(Phase.LINGERING);
        do {
            input.release();
            blocking(Phase.LINGERING, deadline);
        } while (input.receive(wire.bytes) >= 0);
    }

    private void enter(Phase next) {
        long now = context.clock.now();
        deadline = now + context.timeout(next);
        phase = next;
        if (next == Phase.IDLE) {
            wire.tally.rest(now);
        } else if (next == Phase.HANDLING) {
            wire.tally.stir();
        } else {
            wire.tally.stall(now);
        }
    }

    /** Ends the wait for the client. Returns false if the connection does not wait. */
    private boolean evict() {
        Phase awaited = phase; // read once, because the thread of the connection may go on meanwhile
        boolean waits = awaited == Phase.IDLE || wire.tally.stalls(context.clock.now());
        if (waits) {
            endWait(awaited == Phase.WRITING);
        }
        return waits;
    }

    /**
     * Ends the wait for the client. A read still returns bytes that arrived before, so a request that one read can take
     * is answered.
     *
     * @param closes whether a write must end, too
     */
    private void endWait(boolean closes) {
        inputShut = true;
        try {
            if (closes) {
                wire.socket.close();
            } else {
                wire.socket.shutdownInput();
            }
        } catch (IOException e) {
            LOG.trace("{} was gone when its wait ended", wire, e);
        }
    }

    @Override
    public boolean mayWait() {
        return true;
    }

    /** Waits for room only where the channel does not block by itself: when a virtual thread sends a file. */
    @Override
    long await(int operation, long until) throws IOException {
        return operation == SelectionKey.OP_WRITE ? output.sendFileByCopy(wire.bytes) : 0;
    }

    @Override
    void blocking(Phase reason, long until) {
        deadline = until;
        phase = reason;
        wire.tally.stall(until - context.timeout(reason));
        turns.step();
    }

    @Override
    void blockingEnded() {
        phase = Phase.HANDLING;
        wire.tally.stir();
    }

    @Override
    boolean inputShut() {
        return inputShut;
    }

    /**
     * Ends the wait of this connection if its deadline has passed, or if it is idle while the server stops. Called by
     * the {@link Deadlines} thread or the thread that stops the server.
     */
    void check(long now) {
        Phase awaited = phase; // read once, because the thread of the connection may go on meanwhile
        if (awaited == Phase.WRITING) {
            sendAgain();
        }
        boolean idleAtStop = context.stopping && awaited == Phase.IDLE;
        if (awaited == Phase.HANDLING || (now - deadline < 0 && !idleAtStop)) {
            return;
        }
        // TLS may block in a write although the connection reads.
        endWait(awaited == Phase.WRITING || now - deadline >= context.timeout(Phase.WRITING));
    }

    /**
     * Lets the thread, which blocks in a write, try whether the socket takes more; {@link LoopChannel} says why. A
     * virtual thread that waits for a socket is parked, and has to try again when it is unparked, because
     * {@link LockSupport#park()} may return for no reason.
     */
    private void sendAgain() {
        LockSupport.unpark(thread);
    }

    /** Closes the channel, whatever the connection does. Called by another thread. */
    void abort() {
        context.close(wire.socket);
    }

    @Override
    void close() {
        enter(Phase.WRITING);
        wire.close(release);
    }
}
