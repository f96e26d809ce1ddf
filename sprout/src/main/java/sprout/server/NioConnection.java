package sprout.server;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.time.Duration;
import sprout.http.HttpException;
import sprout.http.Upgrade;

/**
 * Serves HTTP/1 on a {@link LoopChannel}. The loop owns the connection, except while a worker handles a request: then
 * the channel is lent to the worker.
 *
 * <pre>
 *             bytes          request ready, handler may block
 *   IDLE ─────────▶ HEAD/BODY ───────────────────────────────▶ lent to a worker
 *    ▲                 │ handler does not block: on the loop       │ the worker sends
 *    │                 ▼                                           │
 *    ├◀── all sent ── WRITING ◀── socket full ──                   │
 *    └◀────────────────────────────────────────────────────────────┘ given back
 *   last response sent ──▶ LINGERING, or another protocol
 * </pre>
 */
final class NioConnection extends Connection implements Runnable, LoopChannel.Protocol {
    /** How a worker leaves the connection. */
    private enum Turn {
        NOTHING_SERVED,
        SERVED,
        /** Others come first, although further requests have arrived. */
        OVER,
        /** A request needs a body thread, and no output is left. */
        BODY_THREAD_DUE
    }

    /** How long a client that pipelines has a thread before others come first. One request may take longer. */
    private static final long TURN = Duration.ofMillis(10).toNanos();

    private final LoopChannel loop;
    private final Custody custody;
    private final BodyThreadClaim bodyThread;
    private final boolean parsesOnWorker;
    private final Turns turns = new Turns();
    /** When the wait for the rest of a request began, in the time of {@link Clock#now}; 0 without one. */
    private long waitsSince;
    /** When the current turn began, in the time of {@link Clock#now}. */
    private long turnBegan;

    /** @param parsesOnWorker whether a worker also parses and reads what is missing: the hybrid engine */
    NioConnection(LoopChannel loop, boolean parsesOnWorker) {
        super(loop.wire);
        this.loop = loop;
        this.custody = loop.custody;
        this.bodyThread = new BodyThreadClaim(loop.wire.memory.client(), loop, this::dispatch);
        this.parsesOnWorker = parsesOnWorker;
        loop.speak(this);
    }

    /** Registers the socket. Called once on the loop, before all other methods. */
    void register() throws IOException {
        loop.register();
    }

    @Override
    public void secured() throws IOException {
        if (wire.tls != null && wire.tls.clear()) {
            rejectClearText();
            send(false);
        }
    }

    @Override
    public void readable() throws IOException {
        int count;
        try {
            count = input.receive(wire.bytes);
        } catch (HttpException e) {
            reject(e);
            send(false);
            return;
        }
        wire.tally.stir();
        if (count < 0) {
            close();
        } else {
            received();
        }
    }

    private void received() throws IOException {
        if (parsesOnWorker) {
            dispatch();
        } else {
            serve();
        }
    }

    /**
     * Closes the connection, unless a request has just arrived: closing a socket with unread bytes resets it, also for
     * bytes that the client has yet to read (RFC 9112 section 9.6).
     */
    private void closeUnlessRequested() throws IOException {
        int count;
        try {
            count = input.receive(wire.bytes);
        } catch (HttpException e) {
            count = -1;
        }
        if (count > 0) {
            wire.tally.stir();
            received();
        } else {
            close();
        }
    }

    @Override
    public void writable() throws IOException {
        if (!loop.flush(output)) {
            return;
        }
        custody.watch(SelectionKey.OP_READ);
        if (closesAfterOutput()) {
            finish();
            return;
        }
        awaitMore(true);
        if (!parsesOnWorker) {
            serve();
        } else if (!input.isEmpty()) {
            dispatch();
        }
    }

    /**
     * Handles the received requests on the loop, or dispatches them to a worker. {@link #writable} sends what the
     * socket does not take now, then calls this again. That is needed because complete requests may wait in the input,
     * which the selector does not report.
     */
    private void serve() throws IOException {
        boolean served = false;
        long until = loop.sent() + LoopChannel.TURN;
        turnBegan = context.clock.now();
        try {
            while (!closesAfterOutput() && requestReady()) {
                if (context.handler.mayBlock(request()) || !bodyReceived()) {
                    sendThenDispatch();
                    return;
                }
                handle();
                endRequest();
                served = true;
                boolean sendsNow = !output.takesMore() && (!loop.send(output) || loop.sent() >= until);
                if (sendsNow || turnIsOver()) {
                    loop.sendLater(false); // others come first, even if the socket takes everything
                    return;
                }
            }
        } catch (HttpException e) {
            reject(e);
        }
        if (served && !closesAfterOutput()) {
            loop.sendSoon();
        } else {
            send(served);
        }
    }

    /** Sends the answers that {@link #serve} left in the output. */
    @Override
    public void send() throws IOException {
        send(true);
    }

    private void send(boolean served) throws IOException {
        if (!loop.send(output)) {
            loop.sendLater(false);
        } else if (closesAfterOutput()) {
            finish();
        } else {
            awaitMore(served);
        }
    }

    /**
     * Sends the responses of earlier requests, then dispatches. If the socket is full, {@link #writable} looks at the
     * request again.
     */
    private void sendThenDispatch() throws IOException {
        if (!loop.send(output)) {
            loop.sendLater(false);
        } else if (bodyReceived()) {
            dispatch();
        } else {
            dispatchWithBodyThread();
        }
    }

    /**
     * Dispatches a request whose handler will wait for more of the body. {@link BodyThreads} limits how many threads
     * may do that. Called on the loop.
     */
    private void dispatchWithBodyThread() throws IOException {
        custody.pause();
        loop.enter(Phase.BODY);
        if (!continueDue()) {
            wire.tally.stir(); // waits for this server, not for its client
            bodyThread.make(context.bodyThreads);
        } else if (!bodyThread.takeNow(context.expectThreads)) {
            // Without a free thread, the loop itself sends 100 Continue, so the handler can no longer refuse the body
            // in advance. In return, no thread waits for a silent client.
            continueNow();
            if (loop.send(output)) {
                custody.watch(SelectionKey.OP_READ);
            } else {
                loop.sendLater(false);
            }
        }
    }

    /**
     * Enters the phase that fits what was received. The deadline stays until the phase changes, however many small
     * pieces a client sends.
     */
    private void awaitMore(boolean served) {
        Phase next = awaited();
        boolean changes = served || next != loop.phase();
        if (changes) {
            loop.enter(next);
        } else if (next == Phase.IDLE) {
            loop.rest();
        }
        if (next == Phase.IDLE) {
            waitsSince = 0;
        } else {
            // Not since the accept, although a first request has only the time from there on.
            waitsSince = changes || waitsSince == 0 ? context.clock.now() : waitsSince;
            wire.tally.stall(waitsSince);
        }
    }

    private void finish() throws IOException {
        Upgrade next = upgrade();
        if (next == null) {
            loop.linger();
        } else {
            byte[] rest = input.takeRest();
            output.release();
            new UpgradedChannel(loop, next).open(rest);
        }
    }

    private void dispatch() {
        loop.lend(this);
    }

    /** Handles requests, then gives the connection back. Called on the worker. */
    @Override
    public void run() {
        Turn turn = Turn.NOTHING_SERVED;
        try {
            turn = serveOnWorker();
        } catch (Throwable e) {
            close(); // the loop must not touch a lent connection
            Faults.report(this, e);
        }
        try {
            bodyThread.giveBack();
            giveBack(turn);
        } catch (Throwable e) {
            close();
            Faults.report(this, e);
        }
    }

    private Turn serveOnWorker() throws IOException {
        Turn turn = Turn.NOTHING_SERVED;
        turnBegan = context.clock.now();
        try {
            while (!closesAfterOutput() && requestReady()) {
                // A body thread is for one request: others may wait for it.
                if (!bodyReceived() && (turn == Turn.SERVED || !bodyThread.held())) {
                    return Turn.BODY_THREAD_DUE;
                }
                handle();
                endRequest();
                turn = Turn.SERVED;
                if (!loop.send(output)) {
                    return turn;
                }
                if (turnIsOver()) {
                    return closesAfterOutput() ? turn : Turn.OVER;
                }
            }
        } catch (HttpException e) {
            reject(e);
            loop.send(output);
        }
        return turn;
    }

    /** Reports whether others come first: a client has sent further requests, and has had its turn. */
    private boolean turnIsOver() {
        return !input.isEmpty() && context.clock.now() - turnBegan >= TURN;
    }

    /**
     * Gives the connection back to the loop, which sends the rest of the output, so that no slow reader holds a worker.
     * The worker's last action.
     */
    private void giveBack(Turn turn) {
        boolean closed = loop.phase() == Phase.CLOSED;
        boolean sends = !closed && !output.isEmpty();
        boolean dueOnLoop = turn == Turn.BODY_THREAD_DUE || turn == Turn.OVER;
        boolean returns = sends || !(closed || closesAfterOutput() || dueOnLoop);
        if (sends) {
            loop.enter(Phase.WRITING);
        } else if (returns) {
            awaitMore(turn == Turn.SERVED);
        }
        boolean opened = returns && !sends && wire.pending();
        if (!returns || !custody.giveBack(sends)) {
            loop.execute(() -> takeBack(turn));
        } else if (opened) {
            loop.execute(loop::ready);
        }
    }

    private void takeBack(Turn turn) throws IOException {
        custody.takeBack();
        if (loop.phase() == Phase.CLOSED || !wire.socket.isOpen()) {
            close();
        } else if (closesAfterOutput()) {
            finish();
        } else if (turn == Turn.OVER) {
            custody.watch(SelectionKey.OP_READ);
            awaitMore(true);
            received(); // at the end of the queue
        } else {
            dispatchWithBodyThread();
        }
        loop.proceed();
    }

    @Override
    public boolean mayWait() {
        return custody.lent();
    }

    @Override
    long await(int operation, long until) throws IOException {
        if (operation == SelectionKey.OP_READ) {
            custody.await(operation, until);
            return 0;
        }
        long sent = 0;
        while (sent == 0 && !output.isEmpty()) {
            custody.await(operation, until);
            sent = output.send(wire.bytes);
        }
        return sent;
    }

    /** Also lets others run, because the channel never blocks: a virtual thread may find bytes each time. */
    @Override
    void blocking(Phase reason, long until) {
        wire.tally.stall(until - context.timeout(reason));
        if (Thread.currentThread().isVirtual()) {
            turns.step();
        }
    }

    @Override
    void blockingEnded() {
        wire.tally.stir();
    }

    @Override
    boolean inputShut() {
        return false;
    }

    @Override
    public void tick(long now) throws IOException {
        if (bodyThread.awaited() && wire.reset(now)) {
            close();
            return;
        }
        if (!isAtRest()) {
            return;
        }
        if (context.stopping) {
            closeUnlessRequested();
        } else {
            input.releaseIfEmpty();
            output.releaseIfEmpty();
        }
    }

    @Override
    public void expired() throws IOException {
        if (bodyThread.awaited()) {
            bodyThread.withdraw();
            reject(new HttpException(503, "too many large requests arrive at the same time"));
            send(false);
        } else if (isAtRest()) {
            close();
        } else {
            reject(new HttpException(408, "the request did not arrive in time"));
            send(false);
        }
    }

    /** Reports whether nothing of a request has arrived. A connection that has only been accepted is in phase HEAD. */
    private boolean isAtRest() {
        return loop.phase() == Phase.IDLE || (loop.phase() == Phase.HEAD && awaited() == Phase.IDLE);
    }

    @Override
    public void evicted() throws IOException {
        closeUnlessRequested();
    }

    @Override
    void close() {
        loop.close();
    }

    @Override
    public void closed() {
        bodyThread.withdraw();
        bodyThread.giveBack();
        release();
    }
}
