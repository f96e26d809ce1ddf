package sprout.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.WritableByteChannel;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import sprout.server.TlsChannel.Handshake;

/**
 * Serves one socket on an event loop, below all protocols: handshake of TLS, output that the socket does not take
 * immediately, deadlines, and the end. The loop owns it, except while it is lent to a worker; {@link Custody} records
 * the owner. Only the owner may call its methods, unless one says otherwise.
 *
 * <pre>
 *   handshake ─▶ phases of the protocol ◀── all sent ── WRITING ─── deadline ───▶ CLOSED
 *                   │      └── socket full ───────────────▲                         ▲
 *                   └── linger(): last output sent ─▶ LINGERING (input discarded) ──┘
 * </pre>
 */
final class LoopChannel implements LoopMember {
    /** Bytes of one output that are sent before the loop serves its other connections. */
    static final int TURN = 256 * 1024;

    /** The protocol that uses the channel. The loop calls all methods. */
    interface Protocol {
        /** Begins after the TLS handshake; not called without TLS. */
        default void secured() throws IOException {}

        /** Receives from the wire once, and handles what was received. */
        void readable() throws IOException;

        /** Continues with its output in {@link Phase#WRITING}: the socket takes more. */
        void writable() throws IOException;

        /** Sends the output that {@link EventLoop#sendSoon} announced. */
        default void send() throws IOException {}

        /** Ends its wait for the client after the deadline. */
        void expired() throws IOException;

        /**
         * Called about every {@link EventLoop#tickMillis} in all phases before {@link Phase#LINGERING}.
         *
         * @param now in the time of {@link Clock#now}
         */
        void tick(long now) throws IOException;

        /** Ends the connection soon, because another client needs its place. */
        void evicted() throws IOException;

        /** Releases what it holds: the connection has ended. May be called again. */
        void closed();
    }

    /** Output of a protocol. */
    interface Source {
        boolean isEmpty();

        /** Sends a part. Returns the number of bytes; 0 if the channel takes nothing now. */
        long send(WritableByteChannel channel) throws IOException;
    }

    final ServerContext context;
    final Wire wire;
    final Custody custody;
    private final EventLoop loop;
    private Protocol protocol;
    /** Created early: a connection must end without new memory. */
    private final Runnable release = this::release;

    private Phase phase = Phase.HEAD;
    private long deadline;
    private long sent;
    private long sentAtDeadline;
    private boolean readQueued;
    /** Since when a handshake waits for its client to go on; 0 before its first byte, or while this server computes. */
    private long handshakeWaits;

    /** Creates a channel whose first protocol calls {@link #speak} before anything else. */
    @SuppressWarnings("NullAway.Init")
    LoopChannel(Wire wire, EventLoop loop) {
        this.context = wire.context;
        this.wire = wire;
        this.loop = loop;
        this.custody = new Custody(context, wire.socket, loop);
        wire.tally.belongTo(this::evict);
    }

    /** Registers the socket. Called once on the loop, before all other methods. */
    void register() throws IOException {
        enter(Phase.HEAD);
        custody.register(this);
    }

    /** Sets the protocol that handles all further events. */
    void speak(Protocol next) {
        protocol = next;
    }

    Phase phase() {
        return phase;
    }

    /** Runs a step on the loop. An exception of the step ends this connection. May be called by any thread. */
    void execute(EventLoop.Step step) {
        loop.execute(this, step);
    }

    /** Lets the protocol send after all sockets that are ready now have been served. Called on the loop. */
    void sendSoon() {
        loop.sendSoon(this);
    }

    @Override
    public void ready() throws IOException {
        if (custody.lent() && custody.noteForWorker()) {
            return;
        }
        switch (phase) {
            case WRITING -> {
                boolean reads = custody.watches(SelectionKey.OP_READ);
                protocol.writable();
                if (reads && phase != Phase.LINGERING && custody.watches(SelectionKey.OP_READ)) {
                    readable();
                }
            }
            case LINGERING -> discard();
            case CLOSED -> close(); // a lack of memory broke it off
            default -> readable();
        }
        proceed();
    }

    private void readable() throws IOException {
        TlsChannel tls = wire.tls;
        if (tls != null && !tls.established()) {
            handshake(tls);
        } else {
            protocol.readable();
        }
    }

    /**
     * Schedules another call of {@link #ready} if TLS holds decrypted bytes, which the selector does not report. One call
     * at a time: the selector may report the socket as well, and each call schedules the next.
     */
    void proceed() {
        if (!readQueued && wire.pending() && readsOnLoop()) {
            readQueued = true;
            execute(this::readPending);
        }
    }

    private void readPending() throws IOException {
        readQueued = false;
        if (readsOnLoop()) {
            ready();
        }
    }

    private boolean readsOnLoop() {
        return phase != Phase.CLOSED && !custody.lent() && custody.watches(SelectionKey.OP_READ);
    }

    private void handshake(TlsChannel tls) throws IOException {
        Handshake step = tls.handshake();
        if (tls.begun()) {
            handshakeWaits = handshakeWaits == 0 ? context.clock.now() : handshakeWaits;
            wire.tally.stall(handshakeWaits);
        }
        switch (step) {
            case READ -> custody.watch(SelectionKey.OP_READ);
            case WRITE -> custody.watch(SelectionKey.OP_WRITE);
            case TASKS -> {
                custody.watch(0);
                handshakeWaits = 0;
                lend(() -> runHandshakeTasks(tls), context.handshakes);
            }
            case DONE -> {
                custody.watch(SelectionKey.OP_READ);
                wire.tally.rest(context.clock.now());
                protocol.secured();
            }
        }
    }

    /**
     * Runs the TLS engine's tasks on a worker. If one fails, the connection ends, because the engine would ask for it
     * again forever.
     */
    private void runHandshakeTasks(TlsChannel tls) {
        try {
            if (wire.runHandshakeTasks(tls, deadline)) {
                execute(this::resumeHandshake);
            } else {
                close();
            }
        } catch (Throwable e) {
            close();
            Faults.report(this, e);
        }
    }

    private void resumeHandshake() throws IOException {
        custody.takeBack();
        if (wire.socket.isOpen()) {
            ready();
        } else {
            close();
        }
    }

    /**
     * Lends the connection to a worker that runs the task. Closes the connection if the server stops. Called on the
     * loop.
     */
    void lend(Runnable task) {
        lend(task, context.executor);
    }

    private void lend(Runnable task, Executor executor) {
        custody.lend();
        wire.tally.stir(); // waits for this server, not for its client
        boolean taken = false;
        try {
            executor.execute(task);
            taken = true;
        } catch (RejectedExecutionException e) {
            Connection.LOG.debug("{} is closed because the server stops", this, e);
        } finally {
            if (!taken) {
                custody.takeBack();
                close();
            }
        }
    }

    /** Enters a phase and starts its full time-out. */
    void enter(Phase next) {
        long now = context.clock.now();
        phase = next;
        sentAtDeadline = sent;
        deadline = now + context.timeout(next);
        if (next == Phase.IDLE) {
            wire.tally.rest(now);
        } else if (next == Phase.HANDLING) {
            wire.tally.stir();
        } else if (next != Phase.HEAD) { // a connection without any byte is in phase HEAD, too, but idle
            wire.tally.stall(now);
        }
    }

    /** Marks the connection as idle since it entered this phase. */
    void rest() {
        wire.tally.rest(deadline - context.timeout(phase));
    }

    /** Marks the connection as waiting for its client since it entered this phase. */
    void stall() {
        wire.tally.stall(deadline - context.timeout(phase));
    }

    /** Counts the bytes of output that have been sent since the accept. The locking rule of {@link #send} applies. */
    long sent() {
        return sent;
    }

    /**
     * Sends as much of the output as the socket takes, up to {@link #TURN} bytes. Returns whether everything was sent.
     * Any thread may call this if the protocol guards these calls, and those of {@link #flush}, by a lock.
     */
    boolean send(Source output) throws IOException {
        long until = sent + TURN;
        while (!output.isEmpty() && sent < until) {
            long count = output.send(wire.bytes);
            sent += count;
            if (count == 0 && !output.isEmpty()) {
                return false;
            }
        }
        return output.isEmpty();
    }

    /**
     * Sends more of the output in {@link Phase#WRITING}. A client that reads slowly but steadily gets more time.
     * Returns whether everything was sent.
     */
    boolean flush(Source output) throws IOException {
        boolean all = send(output);
        if (!all && sent - sentAtDeadline >= Connection.PROGRESS) {
            enter(Phase.WRITING);
        }
        return all;
    }

    /**
     * Waits until the socket takes more output.
     *
     * @param reads whether input is received meanwhile
     */
    void sendLater(boolean reads) {
        custody.watch(reads ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_WRITE);
        enter(Phase.WRITING);
    }

    /**
     * Ends the output and waits for the client to close. Closing immediately could reset the connection before the
     * client has read everything (RFC 9112 section 9.6).
     */
    void linger() throws IOException {
        wire.shutdownOutput();
        enter(Phase.LINGERING);
        custody.watch(SelectionKey.OP_READ);
    }

    private void discard() throws IOException {
        ByteBuffer discarded = context.buffers.acquire(1);
        int count;
        try {
            count = wire.bytes.read(discarded);
        } finally {
            context.buffers.release(discarded);
        }
        if (count < 0) {
            close();
        }
    }

    @Override
    public void send() throws IOException {
        if (phase != Phase.CLOSED) {
            protocol.send();
        }
    }

    @Override
    public void sweep(long now) throws IOException {
        sendAgain();
        if (custody.lent()) {
            return;
        }
        if (phase == Phase.CLOSED) {
            close(); // a lack of memory broke it off
            return;
        }
        if (now - deadline >= 0) {
            expire();
        } else if (phase != Phase.LINGERING) {
            protocol.tick(now);
        }
        proceed(); // it may have received a part of what TLS holds
    }

    /**
     * Lets a connection that waits for its client to take output try whether the socket takes more. The selector does
     * not report that before a third of the socket's buffer is free, which may be more than 1 MB. Without this, a client
     * that reads slowly but steadily would be taken for one that reads nothing.
     */
    private void sendAgain() throws IOException {
        if (custody.lent()) {
            custody.signalWriter();
        } else if (phase == Phase.WRITING) {
            protocol.writable();
        }
    }

    private void expire() throws IOException {
        if (phase == Phase.WRITING || phase == Phase.LINGERING) {
            close();
        } else {
            protocol.expired();
        }
    }

    /** Asks the connection to end soon unless it is busy. May be called by any thread. */
    private boolean evict() {
        execute(this::evictIfItWaits);
        return true;
    }

    /** Spares the connection if it no longer waits, or bytes have arrived although it was idle. */
    private void evictIfItWaits() throws IOException {
        boolean stalls = wire.tally.stalls(context.clock.now());
        if (custody.lent() && stalls) {
            custody.endWaitOfWorker();
        }
        if (custody.lent() || phase == Phase.CLOSED || wire.pending()) {
            return;
        }
        if (wire.tally.restsSince() != Tally.BUSY) {
            protocol.evicted();
        } else if (stalls) {
            expire();
            if (phase == Phase.LINGERING) {
                close(); // to linger would keep the place
            }
        }
        proceed(); // it may have received a part of what TLS holds
    }

    /**
     * Ends the connection even if it is lent to a worker. The worker then fails at its next use of the socket, stops
     * waiting and releases the buffers.
     */
    @Override
    public void abortNow() {
        if (!custody.endForWorker()) {
            close();
        }
    }

    /** Closes the connection immediately. */
    void close() {
        phase = Phase.CLOSED;
        wire.close(release);
    }

    private void release() {
        protocol.closed();
    }

    @Override
    public String toString() {
        return wire.toString();
    }
}
