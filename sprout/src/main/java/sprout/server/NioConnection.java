package sprout.server;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import sprout.http.HttpException;
import sprout.http.Upgrade;

/**
 * A connection on an event loop. It belongs to the loop, except while it is busy: then it belongs to the worker that handles a
 * request, and the loop only notes that the socket became ready.
 *
 * <pre>
 *             bytes          request ready, handler may block
 *   IDLE ─────────▶ HEAD/BODY ───────────────────────────────▶ HANDLING (busy, on a worker)
 *    ▲                 │ handler does not block: on the loop       │ sends by itself
 *    │                 ▼                                           │
 *    ├◀── all sent ── WRITING ◀── socket full ──                   │
 *    └◀────────────────────────────────────────────────────────────┘ released
 *   last response sent ──▶ LINGERING (input discarded) ──▶ CLOSED
 * </pre>
 *
 * While a request is handled, the socket stays registered for reading. Only when a client sends more in that time, its reading
 * is paused until the worker has released the connection; so ordinary clients cost no change of registration, and pipelining
 * ones cannot outrun their handlers.
 */
final class NioConnection extends Connection implements Runnable, LoopMember {
    private final EventLoop loop;
    private final boolean parsesOnWorker;
    private @Nullable SelectionKey key;
    private Phase phase = Phase.HEAD;
    private long deadline;

    /** Written under the lock of this object; read by the loop to see whether the rest may be touched. */
    private volatile boolean busy;

    private long sentAtDeadline;
    private boolean servedByWorker;
    private boolean bodyThreadDue;
    private boolean awaitsBodyThread;
    private boolean holdsBodyThread;
    private boolean paused;
    private boolean signalled;
    private @Nullable Thread waiter;

    /** @param parsesOnWorker whether a worker parses, too, and reads what is missing: the hybrid engine */
    NioConnection(ServerContext context, SocketChannel channel, EventLoop loop, boolean parsesOnWorker)
            throws IOException {
        super(context, channel);
        this.loop = loop;
        this.parsesOnWorker = parsesOnWorker;
    }

    /** On the loop, first of all. */
    void register() {
        try {
            enter(Phase.HEAD);
            key = channel.register(loop.selector(), SelectionKey.OP_READ, this);
        } catch (IOException e) {
            LOG.trace("{} was gone before it could be served", channel, e);
            close();
        }
    }

    @Override
    public void ready() {
        if (busy && noteWhileBusy()) {
            return;
        }
        try {
            proceed();
        } catch (IOException e) {
            LOG.trace("{} is gone", channel, e);
            close();
        } catch (RuntimeException | Error e) {
            LOG.error("closing {} after a fault of the server", channel, e);
            close();
        }
    }

    private void proceed() throws IOException {
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
        if (tls == null || busy || awaitsBodyThread || phase == Phase.WRITING || phase == Phase.CLOSED) {
            return;
        }
        if (tls.pending()) {
            loop.execute(this::ready);
        }
    }

    private void handshake(TlsChannel secured) throws IOException {
        switch (secured.handshake()) {
            case READ -> interest(SelectionKey.OP_READ);
            case WRITE -> interest(SelectionKey.OP_WRITE);
            case TASKS -> {
                interest(0);
                execute(() -> {
                    secured.runTasks();
                    loop.execute(this::resumeHandshake);
                });
            }
            case DONE -> {
                interest(SelectionKey.OP_READ);
                if (secured.clear()) {
                    rejectClearText();
                    send(false);
                } else {
                    proceedWithPending();
                }
            }
        }
    }

    private void resumeHandshake() {
        busy = false;
        if (channel.isOpen()) {
            ready();
        } else {
            close();
        }
    }

    private void readable() throws IOException {
        if (input.receive(transport) < 0) {
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
        interest(SelectionKey.OP_READ);
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

    /** On the loop: handles what was received, or has it handled. */
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
                    break;
                }
            }
        } catch (HttpException e) {
            reject(e);
        }
        send(served);
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
        interest(SelectionKey.OP_WRITE);
        enter(Phase.WRITING);
    }

    /** On the loop: the handler will wait for more of the body, which not all threads may do at once. */
    private void dispatchWithBodyThread() {
        paused = true;
        interest(0);
        enter(Phase.BODY);
        holdsBodyThread = context.bodyThreads.take(this);
        awaitsBodyThread = !holdsBodyThread;
        if (holdsBodyThread) {
            dispatch();
        }
    }

    /** A thread was taken for this connection. */
    void bodyThreadFree() {
        loop.execute(this::bodyThreadTaken);
    }

    private void bodyThreadTaken() {
        if (awaitsBodyThread) {
            awaitsBodyThread = false;
            holdsBodyThread = true;
            dispatch();
        } else {
            context.bodyThreads.giveBack();
        }
    }

    private void stopAwaitingBodyThread() {
        if (awaitsBodyThread) {
            awaitsBodyThread = false;
            context.bodyThreads.forget(this);
        }
    }

    /** A deadline once set holds until the phase changes, however many small pieces a client sends. */
    private void awaitMore(boolean served) {
        Phase next = headComplete() ? Phase.BODY : requestBegun() ? Phase.HEAD : Phase.IDLE;
        if (served || next != phase) {
            enter(next);
        }
    }

    private void enter(Phase next) {
        phase = next;
        sentAtDeadline = sent();
        deadline = System.nanoTime() + context.timeout(next);
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
        interest(SelectionKey.OP_READ);
    }

    /** Gives socket and key to another protocol; this object is not used any more. */
    private void switchTo(Upgrade next) {
        byte[] rest = input.takeRest();
        output.release();
        phase = Phase.CLOSED;
        new UpgradedChannel(context, channel, tls, loop, next).open(rest);
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
        busy = true;
        try {
            context.executor.execute(task);
        } catch (RejectedExecutionException e) {
            LOG.debug("{} is closed because the server stops", channel, e);
            busy = false;
            giveBodyThreadBack();
            close();
        }
    }

    /** On the worker. */
    @Override
    public void run() {
        try {
            serveOnWorker();
        } catch (IOException e) {
            LOG.trace("{} is gone", channel, e);
            phase = Phase.CLOSED;
        } catch (RuntimeException | Error e) {
            LOG.error("closing {} after a fault of the server", channel, e);
            phase = Phase.CLOSED;
        } finally {
            giveBodyThreadBack();
            giveBack();
        }
    }

    private void giveBodyThreadBack() {
        if (holdsBodyThread) {
            holdsBodyThread = false;
            context.bodyThreads.giveBack();
        }
    }

    private void serveOnWorker() throws IOException {
        servedByWorker = false;
        bodyThreadDue = false;
        try {
            while (!closesAfterOutput() && requestReady()) {
                bodyThreadDue = !holdsBodyThread && !bodyReceived();
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
        synchronized (this) {
            if (returns && channel.isOpen()) {
                busy = false;
                resume(sends);
                if (!sends && tls != null && tls.pending()) {
                    loop.execute(this::ready);
                }
                return;
            }
        }
        loop.execute(this::takeBack);
    }

    private void resume(boolean sends) {
        if (sends || paused) {
            paused = false;
            interest(sends ? SelectionKey.OP_WRITE : SelectionKey.OP_READ);
            loop.selector().wakeup();
        }
    }

    private void takeBack() {
        busy = false;
        try {
            if (phase == Phase.CLOSED || !channel.isOpen()) {
                close();
            } else if (closesAfterOutput()) {
                finish();
            } else {
                dispatchWithBodyThread();
            }
        } catch (IOException e) {
            LOG.trace("{} is gone", channel, e);
            close();
        }
    }

    /** On the loop: the socket became ready while a worker has the connection. Returns false if it has been given back. */
    private synchronized boolean noteWhileBusy() {
        if (!busy) {
            return false;
        }
        paused = true;
        interest(0);
        wakeWaiter();
        return true;
    }

    private void wakeWaiter() {
        if (waiter != null) {
            signalled = true;
            LockSupport.unpark(waiter);
        }
    }

    /** On the worker: waits until the loop reports that the socket is ready. */
    @Override
    void await(int operation, long until) throws IOException {
        synchronized (this) {
            if (!channel.isOpen()) {
                throw new PeerException("ended by force while waiting for the client", null);
            }
            signalled = false;
            waiter = Thread.currentThread();
            paused = true;
            interest(operation);
        }
        loop.selector().wakeup();
        while (!isSignalled()) {
            long left = until - System.nanoTime();
            if (left <= 0) {
                throw new TimeoutException("the client did not send or take bytes in time");
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new PeerException("interrupted while waiting for the client", null);
            }
            LockSupport.parkNanos(this, left);
        }
    }

    private synchronized boolean isSignalled() {
        if (signalled) {
            waiter = null;
        }
        return signalled;
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
    public void sweep(long now) {
        if (busy) {
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

    private void expire() {
        try {
            if (awaitsBodyThread) {
                stopAwaitingBodyThread();
                reject(new HttpException(503, "too many large requests arrive at the same time"));
                send(false);
            } else if (phase == Phase.BODY || (phase == Phase.HEAD && !input.isEmpty())) {
                reject(new HttpException(408, "the request did not arrive in time"));
                send(false);
            } else {
                close();
            }
        } catch (IOException e) {
            LOG.trace("{} is gone", channel, e);
            close();
        }
    }

    /** Ends the connection even if a worker has it; the worker then notices, does not wait any longer, and gives the buffers back. */
    @Override
    public void abortNow() {
        synchronized (this) {
            if (busy) {
                closeChannel();
                wakeWaiter();
                return;
            }
        }
        close();
    }

    @Override
    void close() {
        phase = Phase.CLOSED;
        stopAwaitingBodyThread();
        if (tls != null && channel.isOpen()) {
            tls.closeOutput();
        }
        releaseBuffers();
        closeChannel();
    }

    private void closeChannel() {
        if (channel.isOpen()) {
            context.close(channel);
        }
    }

    private void interest(int operations) {
        SelectionKey registered = key;
        if (registered != null && registered.isValid()) {
            registered.interestOps(operations);
        }
    }
}
