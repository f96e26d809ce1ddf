package sprout.server;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Records who owns a connection, its event loop or temporarily a worker, and what the loop watches the socket for. Only
 * the owner may touch the connection. While a worker owns it, the loop records here that the socket became ready. Each
 * method says which thread may call it.
 *
 * <p>While a request is handled, the socket stays registered for reading. Only if the client sends more in that time,
 * the loop stops reading until the worker gives the connection back. So ordinary clients need no change of the
 * registration, and a pipelining client cannot overfill the input.
 */
final class Custody {
    private final ServerContext context;
    private final SocketChannel channel;
    private final EventLoop loop;
    private @Nullable SelectionKey key;

    /**
     * Written under the lock of this object while a worker may own the connection; the loop reads it without the lock.
     */
    private volatile boolean lent;

    private boolean paused;
    private boolean signalled;
    private @Nullable Thread waiter;

    Custody(ServerContext context, SocketChannel channel, EventLoop loop) {
        this.context = context;
        this.channel = channel;
        this.loop = loop;
    }

    /** Registers the socket. Called once on the loop, before all other methods. */
    void register(LoopMember member) throws IOException {
        key = channel.register(loop.selector(), SelectionKey.OP_READ, member);
    }

    /** Reports whether a worker owns the connection. */
    boolean lent() {
        return lent;
    }

    /** Makes a worker the next owner. Called on the loop. */
    void lend() {
        lent = true;
    }

    /** Makes the loop the owner again. Called on the loop, after the worker's last action or if no worker took over. */
    void takeBack() {
        lent = false;
    }

    /** Sets the operations that the selector watches. Called by the owner. */
    void watch(int operations) {
        SelectionKey registered = key;
        if (registered != null && registered.isValid()) {
            registered.interestOps(operations);
        }
    }

    /** Reports whether the selector watches for this operation. Called by the owner. */
    boolean watches(int operation) {
        SelectionKey registered = key;
        return registered != null && registered.isValid() && (registered.interestOps() & operation) != 0;
    }

    /** Watches for nothing until a worker gives the connection back. Called on the loop. */
    void pause() {
        paused = true;
        watch(0);
    }

    /**
     * Records for the worker that the socket became ready. Called on the loop. Returns false if no worker owns the
     * connection any more.
     */
    synchronized boolean noteForWorker() {
        if (!lent) {
            return false;
        }
        pause();
        wakeWaiter();
        return true;
    }

    /** Lets a worker that waits to send try again. Called on the loop. */
    void signalWriter() {
        if (watches(SelectionKey.OP_WRITE)) {
            noteForWorker();
        }
    }

    /**
     * Gives the connection back to the loop, which watches the socket from now on. Called on the worker.
     *
     * @param sends whether output is left, which the loop must send first
     * @return false if the channel was closed meanwhile; then the worker still owns the connection
     */
    synchronized boolean giveBack(boolean sends) {
        if (!channel.isOpen()) {
            return false;
        }
        lent = false;
        if (sends || paused) {
            paused = false;
            watch(sends ? SelectionKey.OP_WRITE : SelectionKey.OP_READ);
            loop.selector().wakeup();
        }
        return true;
    }

    /**
     * Waits until the loop reports that the socket is ready for the operation, or may be. Called on the worker.
     *
     * @param until in the time of {@link Clock#now}
     * @throws TimeoutException if the time is over first
     * @throws PeerException if the channel is already closed, or the thread is interrupted
     */
    void await(int operation, long until) throws IOException {
        beginToWait(operation);
        loop.selector().wakeup();
        while (!isSignalled()) {
            long left = until - context.clock.now();
            if (left <= 0) {
                throw new TimeoutException("the client did not send or take bytes in time");
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new PeerException("interrupted while waiting for the client", null);
            }
            context.clock.park(this, left);
        }
    }

    private synchronized void beginToWait(int operation) throws PeerException {
        if (!channel.isOpen()) {
            throw new PeerException("ended by force while waiting for the client", null);
        }
        signalled = false;
        waiter = Thread.currentThread();
        paused = true;
        watch(operation);
    }

    private synchronized boolean isSignalled() {
        if (signalled) {
            waiter = null;
        }
        return signalled;
    }

    /**
     * Closes the channel while a worker owns the connection, and wakes the worker if it waits. Called on the loop.
     * Returns false if no worker owns the connection.
     */
    synchronized boolean endForWorker() {
        if (!lent) {
            return false;
        }
        context.close(channel);
        wakeWaiter();
        return true;
    }

    /** Ends the connection like {@link #endForWorker}, but only if the worker waits for the client. Called on the loop. */
    synchronized void endWaitOfWorker() {
        if (lent && waiter != null && !signalled) {
            endForWorker();
        }
    }

    private void wakeWaiter() {
        if (waiter != null) {
            signalled = true;
            LockSupport.unpark(waiter);
        }
    }
}
