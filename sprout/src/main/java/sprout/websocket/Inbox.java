package sprout.websocket;

import java.util.ArrayDeque;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import sprout.http.UpgradedConnection;

/**
 * What was received and not handled yet. The event loop puts events in; at most one worker at a time takes them out and calls the
 * listener. A full inbox pauses reading, a half empty one resumes it.
 */
final class Inbox implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(WebSocketSession.class);
    private static final int MOST_EVENTS = 64;
    /** What an event holds besides its bytes: itself, its text or array and its place in the queue. */
    private static final int OVERHEAD = 100;
    /** After so many events a worker goes to the end of the queue, so that one busy client does not keep a pool's thread. */
    private static final int TURN = 64;

    sealed interface Event {}

    record Open() implements Event {}

    record Text(String text) implements Event {}

    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Binary(byte[] bytes) implements Event {}

    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Pong(byte[] payload) implements Event {}

    record Close(CloseReason reason) implements Event {}

    private record Entry(Event event, int weight) {}

    private final Session session;
    private final WebSocketListener listener;
    private final int mostBytes;

    /** Guarded by this object, like all that follows. */
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
        put(new Open(), 0);
    }

    /** On the loop; returns whether there is room for more. */
    synchronized boolean add(Event event, int bytes) {
        put(event, bytes);
        boolean full = entries.size() >= MOST_EVENTS || weight >= mostBytes;
        if (full && connection != null) {
            // Also if it is paused: a resumption may be on its way.
            paused = true;
            connection.pause();
        }
        return !full;
    }

    /** On the loop; returns whether everything before this end was handled. */
    synchronized boolean end(CloseReason reason) {
        boolean idle = !running;
        put(new Close(reason), 0);
        return idle;
    }

    /** The memory of what waits for the listener, which for short messages is far more than their bytes. */
    synchronized long held() {
        return weight + (long) OVERHEAD * entries.size();
    }

    synchronized boolean paused() {
        return paused;
    }

    private void put(Event event, int bytes) {
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
            return; // never opened, so the listener knows nothing of it
        }
        try {
            current.execute(this);
        } catch (RejectedExecutionException e) {
            LOG.debug("{} ends unheard because the server has stopped", session, e);
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
            dispatch(event);
        } catch (Throwable e) { // whatever it is: other events follow, and the last of them is the close
            fail(e);
        } finally {
            Thread.interrupted(); // which the listener has left behind, and which is not meant for the next event
        }
    }

    private void dispatch(Event event) throws Exception {
        switch (event) {
            case Open() -> listener.onOpen(session);
            case Text(String text) -> listener.onText(session, text);
            case Binary(byte[] bytes) -> listener.onBinary(session, bytes);
            case Pong(byte[] payload) -> listener.onPong(session, payload);
            case Close(CloseReason reason) -> {
                session.finish();
                listener.onClose(session, reason);
            }
        }
    }

    /** A client that has left is no failure of the listener that was just sending to it. */
    private void fail(Throwable failure) {
        if (failure instanceof java.nio.channels.ClosedChannelException && !session.isOpen()) {
            LOG.trace("{} was closed while a message was sent", session, failure);
            return;
        }
        try {
            LOG.error("the listener of {} failed", session, failure);
            listener.onError(session, failure);
        } catch (Throwable e) {
            session.close(CloseReason.INTERNAL_ERROR, "");
            LOG.error("the listener of {} failed to handle its own failure", session, e);
        }
    }
}
