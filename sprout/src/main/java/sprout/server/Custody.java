package sprout.server;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Says who has a connection, its event loop or for a while a worker, and what the loop watches the socket for. Whoever has the
 * connection may touch it; the loop notes for a worker that the socket became ready.
 *
 * <p>While a request is handled, the socket stays registered for reading. Only when a client sends more in that time, its reading
 * is paused until the worker has given the connection back; so ordinary clients cost no change of registration, and pipelining
 * ones cannot outrun their handlers.
 */
final class Custody {
    private final ServerContext context;
    private final SocketChannel channel;
    private final EventLoop loop;
    private @Nullable SelectionKey key;

    /** Written under the lock of this object while a worker may be there; read by the loop without it. */
    private volatile boolean lent;

    private boolean paused;
    private boolean signalled;
    private @Nullable Thread waiter;

    Custody(ServerContext context, SocketChannel channel, EventLoop loop) {
        this.context = context;
        this.channel = channel;
        this.loop = loop;
    }

    /** On the loop, first of all. */
    void register(LoopMember member) throws IOException {
        key = channel.register(loop.selector(), SelectionKey.OP_READ, member);
    }

    /** Whether a worker has the connection. */
    boolean lent() {
        return lent;
    }

    /** On the loop: the next to have the connection is a worker. */
    void lend() {
        lent = true;
    }

    /** On the loop: the worker has said that it is done by a task of the loop, or there is none. */
    void takeBack() {
        lent = false;
    }

    /** By whoever has the connection: what the loop watches the socket for from now on. */
    void watch(int operations) {
        SelectionKey registered = key;
        if (registered != null && registered.isValid()) {
            registered.interestOps(operations);
        }
    }

    /** On the loop: watches for nothing until a worker has given the connection back. */
    void pause() {
        paused = true;
        watch(0);
    }

    /** On the loop: the socket became ready. Returns false if no worker has the connection, or not any more. */
    synchronized boolean noteForWorker() {
        if (!lent) {
            return false;
        }
        pause();
        wakeWaiter();
        return true;
    }

    /**
     * On the worker: the loop has the connection from now on, and watches it.
     *
     * @param sends whether output is left, for which the loop waits first
     * @return false if the connection was ended meanwhile; then the worker has it still
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

    /** On the worker: waits until the loop notes that the socket is ready for this. */
    void await(int operation, long until) throws IOException {
        beginToWait(operation);
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

    /** On the loop: closes the channel under a worker, which notices, waits no longer and says so. Returns false if no worker is there. */
    synchronized boolean endForWorker() {
        if (!lent) {
            return false;
        }
        context.close(channel);
        wakeWaiter();
        return true;
    }

    private void wakeWaiter() {
        if (waiter != null) {
            signalled = true;
            LockSupport.unpark(waiter);
        }
    }
}
