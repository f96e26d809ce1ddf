package sprout.websocket;

import java.util.ArrayDeque;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import sprout.http.HttpException;
import sprout.http.UpgradedConnection;

/**
 * Holds the events that have been received but not handled yet. The event loop adds them; at most one worker at a time
 * removes them and calls the listener. A full inbox pauses reading, and reading resumes when it is half empty.
 * Thread-safe.
 */
final class Inbox implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(WebSocketSession.class);
    private static final int MOST_EVENTS = 64;
    /**
     * Estimated memory of an event in bytes without its payload: the event, its text or array and its place in the
     * queue.
     */
    private static final int OVERHEAD = 100;
    /**
     * After this many events a worker goes to the end of the executor's queue, so that one busy client does not occupy
     * a pool thread.
     */
    private static final int TURN = 64;

    /** One call of the listener. */
    interface Event {
        void tell(WebSocketListener listener) throws Exception;
    }

    private record Entry(Event event, long weight) {}

    private final Session session;
    private final WebSocketListener listener;
    private final int mostBytes;

    /** Guarded by this object, like all fields below. */
    private final ArrayDeque<Entry> entries = new ArrayDeque<>();

    private @Nullable UpgradedConnection connection;
    private long weight;
    private boolean running;
    private boolean paused;

    Inbox(Session session, WebSocketListener listener, int mostBytes) {
        this.session = session;
        this.listener = listener;
        this.mostBytes = mostBytes;
    }

    synchronized void open(UpgradedConnection opened) {
        connection = opened;
        put(told -> told.onOpen(session), 0);
    }

    /** Adds an event on the loop; returns whether there is room for more. */
    synchronized boolean add(Event event, long bytes) {
        put(event, bytes);
        boolean full = entries.size() >= MOST_EVENTS || weight >= mostBytes;
        if (full && connection != null) {
            // Pause even if already paused: a resume may be scheduled.
            paused = true;
            connection.pause();
        }
        return !full;
    }

    /** Adds the close on the loop; returns whether all earlier events were handled. */
    synchronized boolean end(CloseReason reason) {
        boolean idle = !running;
        put(
                told -> {
                    session.finish();
                    told.onClose(session, reason);
                },
                0);
        return idle;
    }

    /**
     * The memory in bytes of the waiting events; for short messages far more than their bytes. Not 0 while the listener
     * is called.
     */
    synchronized long held() {
        return weight + (long) OVERHEAD * (running ? entries.size() + 1 : entries.size());
    }

    synchronized boolean paused() {
        return paused;
    }

    private void put(Event event, long bytes) {
        entries.addLast(new Entry(event, bytes));
        weight += bytes;
        if (!running) {
            running = true;
            submit();
        }
    }

    private void submit() {
        UpgradedConnection current = connection;
        if (current == null) {
            return; // never opened, so the listener does not know this session
        }
        try {
            current.execute(this);
        } catch (RejectedExecutionException e) {
            LOG.debug("{} ends unheard because the server has stopped", session, e);
        } catch (Throwable e) { // such as an OutOfMemoryError: no thread can be started
            // Nobody takes events now. The end of the connection adds one, and with it this is tried again.
            running = false;
            current.abort();
            throw e;
        }
    }

    @Override
    public void run() {
        for (int i = 0; i < TURN; i++) {
            Event event = next();
            if (event == null) {
                return;
            }
            handle(event);
        }
        synchronized (this) {
            submit();
        }
    }

    private synchronized @Nullable Event next() {
        Entry entry = entries.pollFirst();
        if (entry == null) {
            running = false;
            return null;
        }
        weight -= entry.weight;
        if (paused && connection != null && entries.size() <= MOST_EVENTS / 2 && weight <= mostBytes / 2) {
            paused = false;
            connection.resume();
        }
        return entry.event;
    }

    private void handle(Event event) {
        try {
            event.tell(listener);
        } catch (Throwable e) { // anything: later events must still be handled, the last of which is the close
            fail(e);
        } finally {
            Thread.interrupted(); // an interrupt that the listener left behind must not reach the next event
        }
    }

    /**
     * Reports a failure to the listener, unless the client left while the listener was sending, which is not a failure.
     */
    private void fail(Throwable failure) {
        if (failure instanceof java.nio.channels.ClosedChannelException && !session.isOpen()) {
            LOG.trace("{} was closed while a message was sent", session, failure);
            return;
        }
        try {
            if (failure instanceof HttpException refusal && refusal.status() < 500) {
                LOG.debug("a message to {} was refused", session, failure);
            } else {
                LOG.error("the listener of {} failed", session, failure);
            }
            listener.onError(session, failure);
        } catch (Throwable e) {
            session.close(CloseReason.INTERNAL_ERROR, "");
            LOG.error("the listener of {} failed to handle its own failure", session, e);
        }
    }
}
