package sprout.server;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.RejectedExecutionException;
import sprout.http.HttpException;
import sprout.http.Upgrade;

/**
 * Serves a connection on an event loop. The loop owns it, except while a worker handles a request: then the connection
 * is lent to the worker. {@link Custody} records the owner.
 *
 * <pre>
 *             bytes          request ready, handler may block
 *   IDLE ─────────▶ HEAD/BODY ───────────────────────────────▶ lent to a worker
 *    ▲                 │ handler does not block: on the loop       │ the worker sends
 *    │                 ▼                                           │
 *    ├◀── all sent ── WRITING ◀── socket full ──                   │
 *    └◀────────────────────────────────────────────────────────────┘ given back
 *   last response sent ──▶ LINGERING (input discarded) ──▶ CLOSED
 * </pre>
 */
final class NioConnection extends Connection implements Runnable, LoopMember {
    private final EventLoop loop;
    private final Custody custody;
    private final BodyThreadClaim bodyThread;
    private final boolean parsesOnWorker;
    private Phase phase = Phase.HEAD;
    private long deadline;
    private long sentAtDeadline;
    private boolean servedByWorker;
    private boolean bodyThreadDue;

    /** @param parsesOnWorker whether a worker also parses and reads what is missing: the hybrid engine */
    NioConnection(ServerContext context, SocketChannel channel, EventLoop loop, boolean parsesOnWorker)
            throws IOException {
        super(context, channel);
        this.loop = loop;
        this.custody = new Custody(context, channel, loop);
        this.bodyThread = new BodyThreadClaim(
                BodyThreads.client(request().remoteAddress().getAddress()), loop, this, this::dispatch);
        this.parsesOnWorker = parsesOnWorker;
    }

    /** Registers the socket. Called once on the loop, before all other methods. */
    void register() throws IOException {
        enter(Phase.HEAD);
        custody.register(this);
    }

    @Override
    public void ready() throws IOException {
        if (custody.lent() && custody.noteForWorker()) {
            return;
        }
        if (tls != null && !tls.established() && phase != Phase.CLOSED) {
            handshake(tls);
            return;
        }
        switch (phase) {
            case WRITING -> writable();
            case LINGERING -> discard();
            case CLOSED -> {}
            default -> readable();
        }
        proceedWithPending();
    }

    /** Schedules another {@link #ready} if TLS holds decrypted bytes, which the selector does not report. */
    private void proceedWithPending() {
        if (tls == null || custody.lent() || bodyThread.awaited() || phase == Phase.WRITING || phase == Phase.CLOSED) {
            return;
        }
        if (tls.pending()) {
            loop.execute(this, this::ready);
        }
    }

    private void handshake(TlsChannel secured) throws IOException {
        switch (secured.handshake()) {
            case READ -> custody.watch(SelectionKey.OP_READ);
            case WRITE -> custody.watch(SelectionKey.OP_WRITE);
            case TASKS -> {
                custody.watch(0);
                execute(() -> runHandshakeTasks(secured));
            }
            case DONE -> {
                custody.watch(SelectionKey.OP_READ);
                if (secured.clear()) {
                    rejectClearText();
                    send(false);
                } else {
                    proceedWithPending();
                }
            }
        }
    }

    /**
     * Runs the TLS engine's tasks on a worker. If one fails, the connection ends, because the engine would ask for it
     * again forever.
     */
    private void runHandshakeTasks(TlsChannel secured) {
        try {
            secured.runTasks();
            loop.execute(this, this::resumeHandshake);
        } catch (Throwable e) {
            close();
            Faults.report(this, e);
        }
    }

    private void resumeHandshake() throws IOException {
        custody.takeBack();
        if (channel.isOpen()) {
            ready();
        } else {
            close();
        }
    }

    private void readable() throws IOException {
        int count;
        try {
            count = input.receive(transport);
        } catch (HttpException e) {
            reject(e);
            send(false);
            return;
        }
        tally.stir();
        if (count < 0) {
            close();
        } else if (parsesOnWorker) {
            dispatch();
        } else {
            serve();
        }
    }

    private void writable() throws IOException {
        if (!sendSome()) {
            renewDeadline();
            return;
        }
        custody.watch(SelectionKey.OP_READ);
        if (closesAfterOutput()) {
            finish();
            return;
        }
        enter(Phase.IDLE);
        if (!parsesOnWorker) {
            serve();
        } else if (!input.isEmpty()) {
            dispatch();
        }
    }

    /** Renews the deadline of a client that reads slowly but steadily. */
    private void renewDeadline() {
        if (sent() - sentAtDeadline >= PROGRESS) {
            enter(Phase.WRITING);
        }
    }

    /**
     * Handles the received requests on the loop, or dispatches them to a worker. {@link #writable} sends what the
     * socket does not take now, then calls this again. That is needed because complete requests may wait in the input,
     * which the selector does not report.
     */
    private void serve() throws IOException {
        boolean served = false;
        try {
            while (!closesAfterOutput() && requestReady()) {
                if (context.handler.mayBlock(request()) || !bodyReceived()) {
                    sendThenDispatch();
                    return;
                }
                handle(true);
                endRequest();
                served = true;
                if (!output.takesMore() && !sendSome()) {
                    sendLater();
                    return;
                }
            }
        } catch (HttpException e) {
            reject(e);
        }
        if (served && !closesAfterOutput()) {
            loop.sendSoon(this);
        } else {
            send(served);
        }
    }

    /** Sends the answers that {@link #serve} left in the output. Called on the loop. */
    @Override
    public void send() throws IOException {
        if (phase != Phase.CLOSED) {
            send(true);
        }
    }

    private void send(boolean served) throws IOException {
        if (!sendSome()) {
            sendLater();
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
        if (!sendSome()) {
            sendLater();
        } else if (bodyReceived()) {
            dispatch();
        } else {
            dispatchWithBodyThread();
        }
    }

    private void sendLater() {
        custody.watch(SelectionKey.OP_WRITE);
        enter(Phase.WRITING);
    }

    /**
     * Dispatches a request whose handler will wait for more of the body. {@link BodyThreads} limits how many threads
     * may do that. Called on the loop.
     */
    private void dispatchWithBodyThread() throws IOException {
        custody.pause();
        enter(Phase.BODY);
        if (!continueDue()) {
            bodyThread.make(context.bodyThreads);
        } else if (!bodyThread.takeNow(context.expectThreads)) {
            // Without a free thread, the loop itself sends 100 Continue, so the handler can no longer refuse the body
            // in advance. In return, no thread waits for a silent client.
            continueNow();
            if (sendSome()) {
                custody.watch(SelectionKey.OP_READ);
            } else {
                sendLater();
            }
        }
    }

    /**
     * Enters the phase that fits what was received. The deadline stays until the phase changes, however many small
     * pieces a client sends.
     */
    private void awaitMore(boolean served) {
        Phase next = headComplete() ? Phase.BODY : requestBegun() ? Phase.HEAD : Phase.IDLE;
        if (served || next != phase) {
            enter(next);
        } else if (next == Phase.IDLE) {
            tally.rest(deadline - context.timeout(next));
        }
    }

    private void enter(Phase next) {
        long now = System.nanoTime();
        phase = next;
        sentAtDeadline = sent();
        deadline = now + context.timeout(next);
        if (next == Phase.IDLE) {
            tally.rest(now);
        }
    }

    @Override
    boolean evict() {
        loop.execute(this, this::closeIfAtRest);
        return true;
    }

    /** Closes the connection unless a request has arrived since {@link Evictions} chose it. */
    private void closeIfAtRest() {
        boolean between = phase == Phase.IDLE || phase == Phase.HEAD;
        if (!custody.lent() && between && !requestBegun() && (tls == null || !tls.pending())) {
            close();
        }
    }

    /**
     * Waits for the client to close. Closing immediately could reset the connection before the client has read the
     * response (RFC 9112 section 9.6).
     */
    private void finish() throws IOException {
        Upgrade next = upgrade();
        if (next != null) {
            switchTo(next);
            return;
        }
        shutdownOutput();
        enter(Phase.LINGERING);
        custody.watch(SelectionKey.OP_READ);
    }

    /** Hands socket and key to another protocol. This object is not used afterwards. */
    private void switchTo(Upgrade next) throws IOException {
        byte[] rest = input.takeRest();
        output.release();
        enter(Phase.CLOSED); // no deadline of HTTP applies, although sweep() may still be called before open()
        UpgradedChannel upgraded = new UpgradedChannel(context, channel, tls, loop, next);
        loop.execute(upgraded, () -> upgraded.open(rest));
    }

    private void discard() throws IOException {
        input.release();
        if (input.receive(transport) < 0) {
            close();
        }
    }

    private void dispatch() {
        execute(this);
    }

    private void execute(Runnable task) {
        custody.lend();
        boolean taken = false;
        try {
            context.executor.execute(task);
            taken = true;
        } catch (RejectedExecutionException e) {
            LOG.debug("{} is closed because the server stops", channel, e);
        } finally {
            if (!taken) {
                custody.takeBack();
                close();
                bodyThread.giveBack();
            }
        }
    }

    /** Handles requests, then gives the connection back. Called on the worker. */
    @Override
    public void run() {
        try {
            serveOnWorker();
        } catch (Throwable e) {
            close(); // the loop must not touch a lent connection
            Faults.report(this, e);
        }
        try {
            bodyThread.giveBack();
            giveBack();
        } catch (Throwable e) {
            close();
            Faults.report(this, e);
        }
    }

    private void serveOnWorker() throws IOException {
        servedByWorker = false;
        bodyThreadDue = false;
        try {
            while (!closesAfterOutput() && requestReady()) {
                bodyThreadDue = !bodyThread.held() && !bodyReceived();
                if (bodyThreadDue) {
                    return;
                }
                handle(false);
                endRequest();
                servedByWorker = true;
                if (!sendSome()) {
                    return;
                }
            }
        } catch (HttpException e) {
            reject(e);
            sendSome();
        }
    }

    /**
     * Gives the connection back to the loop, which sends the rest of the output, so that no slow reader holds a worker.
     * The worker's last action.
     */
    private void giveBack() {
        boolean sends = phase != Phase.CLOSED && !output.isEmpty();
        boolean returns = sends || !(phase == Phase.CLOSED || closesAfterOutput() || bodyThreadDue);
        if (sends) {
            enter(Phase.WRITING);
        } else if (returns) {
            awaitMore(servedByWorker);
        }
        boolean opened = returns && !sends && tls != null && tls.pending();
        if (!returns || !custody.giveBack(sends)) {
            loop.execute(this, this::takeBack);
        } else if (opened) {
            loop.execute(this, this::ready);
        }
    }

    private void takeBack() throws IOException {
        custody.takeBack();
        if (phase == Phase.CLOSED || !channel.isOpen()) {
            close();
        } else if (closesAfterOutput()) {
            finish();
        } else {
            dispatchWithBodyThread();
        }
        proceedWithPending();
    }

    @Override
    long await(int operation, long until) throws IOException {
        custody.await(operation, until);
        return 0;
    }

    /** Does nothing, because the channel never blocks. */
    @Override
    void blocking(Phase reason, long until) {}

    @Override
    void blockingEnded() {}

    @Override
    boolean expired() {
        return false;
    }

    @Override
    public void sweep(long now) throws IOException {
        if (custody.lent()) {
            return;
        }
        if (now - deadline >= 0) {
            expire();
        } else if (phase == Phase.IDLE || (phase == Phase.HEAD && input.isEmpty())) {
            rest();
        }
    }

    private void rest() {
        if (context.stopping) {
            close();
        } else {
            input.releaseIfEmpty();
            output.releaseIfEmpty();
        }
    }

    private void expire() throws IOException {
        if (bodyThread.awaited()) {
            bodyThread.withdraw();
            reject(new HttpException(503, "too many large requests arrive at the same time"));
            send(false);
        } else if (phase == Phase.BODY || (phase == Phase.HEAD && !input.isEmpty())) {
            reject(new HttpException(408, "the request did not arrive in time"));
            send(false);
        } else {
            close();
        }
    }

    /**
     * Ends the connection even if it is lent to a worker. The worker then fails at its next use of the channel, stops
     * waiting and releases the buffers.
     */
    @Override
    public void abortNow() {
        if (!custody.endForWorker()) {
            close();
        }
    }

    @Override
    void close() {
        phase = Phase.CLOSED;
        bodyThread.withdraw();
        end();
    }
}
