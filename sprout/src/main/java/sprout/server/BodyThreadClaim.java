package sprout.server;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Claims one of the {@link BodyThreads} for a connection. The owner of the connection, loop or worker, owns the claim
 * too; only {@link #granted} may be called by any thread.
 */
final class BodyThreadClaim {
    private enum State {
        NONE,
        AWAITED,
        HELD
    }

    private @Nullable BodyThreads threads;
    private final Object client;
    private final LoopChannel channel;
    private final EventLoop.Step next;
    private State state = State.NONE;

    /**
     * Creates a claim without taking a thread or waiting for one.
     *
     * @param client identifies the client, as {@link BodyThreads#client} returns it
     * @param next runs on the loop once a thread has been taken
     */
    BodyThreadClaim(Object client, LoopChannel channel, EventLoop.Step next) {
        this.client = client;
        this.channel = channel;
        this.next = next;
    }

    Object client() {
        return client;
    }

    boolean awaited() {
        return state == State.AWAITED;
    }

    boolean held() {
        return state == State.HELD;
    }

    /** Takes one of these threads now, or waits for one. Called on the loop. */
    void make(BodyThreads from) throws IOException {
        threads = from;
        state = from.take(this) ? State.HELD : State.AWAITED;
        if (held()) {
            next.run();
        }
    }

    /** Takes one of these threads if one is free. Called on the loop. Returns whether it did. */
    boolean takeNow(BodyThreads from) throws IOException {
        boolean taken = from.takeNow(this);
        if (taken) {
            threads = from;
            state = State.HELD;
            next.run();
        }
        return taken;
    }

    /** Tells the claim that a thread has been taken for it. May be called by any thread. */
    void granted() {
        channel.execute(this::accept);
    }

    private void accept() throws IOException {
        if (awaited()) {
            state = State.HELD;
            next.run();
        } else if (threads != null) {
            threads.giveBack(this);
        }
    }

    /** Stops waiting. A thread that was granted meanwhile is returned when the loop learns of it. */
    void withdraw() {
        if (awaited() && threads != null) {
            state = State.NONE;
            threads.forget(this);
        }
    }

    void giveBack() {
        if (held() && threads != null) {
            state = State.NONE;
            threads.giveBack(this);
        }
    }
}
