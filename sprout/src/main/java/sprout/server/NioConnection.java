package sprout.server;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.RejectedExecutionException;
import sprout.http.HttpException;
import sprout.http.Upgrade;

/**
 * A connection on an event loop. It belongs to the loop, except while a request is handled by a worker: then it is lent to that.
 *
 * <pre>
 *             bytes          request ready, handler may block
 *   IDLE ─────────▶ HEAD/BODY ───────────────────────────────▶ HANDLING (lent to a worker)
 *    ▲                 │ handler does not block: on the loop       │ sends by itself
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

    /** @param parsesOnWorker whether a worker parses, too, and reads what is missing: the hybrid engine */
    NioConnection(ServerContext context, SocketChannel channel, EventLoop loop, boolean parsesOnWorker)
            throws IOException {
        super(context, channel);
        this.loop = loop;
        this.custody = new Custody(context, channel, loop);
        this.bodyThread = new BodyThreadClaim(
                BodyThreads.client(request().remoteAddress().getAddress()), loop, this, this::dispatch);
        this.parsesOnWorker = parsesOnWorker;
    }

    /** On the loop, first of all. */
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

    /** Bytes that TLS has opened already make no socket ready. */
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

    /** On a worker. An engine whose task has failed would ask for it for ever. */
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

    /** A client that reads slowly is not cut as long as it reads. */
    private void renewDeadline() {
        if (sent() - sentAtDeadline >= PROGRESS) {
            enter(Phase.WRITING);
        }
    }

    /**
     * On the loop: handles what was received, or has it handled. What the socket does not take at once is left to {@link #writable},
     * which goes on here: complete requests may wait in the input, of which the socket says nothing any more.
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

    /** On the loop: the answers that {@link #serve} has left in the output. */
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

    /** Responses of earlier requests go first. If the socket is full, this request is looked at again when they are sent. */
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

    /** On the loop: the handler will wait for more of the body, which not all threads may do at once. */
    private void dispatchWithBodyThread() throws IOException {
        custody.pause();
        enter(Phase.BODY);
        if (!continueDue()) {
            bodyThread.make(context.bodyThreads);
        } else if (!bodyThread.takeNow(context.expectThreads)) {
            // The handler cannot refuse before the body comes, as it otherwise could; but no thread waits for a client
            // that is silent.
            continueNow();
            if (sendSome()) {
                custody.watch(SelectionKey.OP_READ);
            } else {
                sendLater();
            }
        }
    }

    /** A deadline once set holds until the phase changes, however many small pieces a client sends. */
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

    /** A request may have come since somebody has looked. */
    private void closeIfAtRest() {
        boolean between = phase == Phase.IDLE || phase == Phase.HEAD;
        if (!custody.lent() && between && !requestBegun() && (tls == null || !tls.pending())) {
            close();
        }
    }

    /** Leaves the closing to the client: closing at once could reset the connection before it has read (RFC 9112 section 9.6). */
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

    /** Gives socket and key to another protocol; this object is not used any more. */
    private void switchTo(Upgrade next) throws IOException {
        byte[] rest = input.takeRest();
        output.release();
        phase = Phase.CLOSED;
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

    /** On the worker. */
    @Override
    public void run() {
        try {
            serveOnWorker();
        } catch (Throwable e) {
            close(); // the loop, which cannot touch a lent connection, is not needed for that
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

    /** On the worker, last of all. What the socket did not take is left to the loop, so that no slow reader holds a worker. */
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
    }

    @Override
    long await(int operation, long until) throws IOException {
        custody.await(operation, until);
        return 0;
    }

    /** The channel never blocks. */
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

    /** Ends the connection even if a worker has it; the worker then notices, does not wait any longer, and gives the buffers back. */
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
