package sprout.server;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A connection's claim to one of the {@link BodyThreads}. It belongs to whoever has the connection, loop or worker; only
 * {@link #granted} may be called by any thread.
 */
final class BodyThreadClaim {
    private @Nullable BodyThreads threads;
    private final Object client;
    private final EventLoop loop;
    private final LoopMember member;
    private final EventLoop.Step next;
    private boolean awaited;
    private boolean held;

    /**
     * A claim that is not made yet.
     *
     * @param client whose it is, as {@link BodyThreads#client} says
     * @param next what is done on the loop once a thread was taken
     */
    BodyThreadClaim(Object client, EventLoop loop, LoopMember member, EventLoop.Step next) {
        this.client = client;
        this.loop = loop;
        this.member = member;
        this.next = next;
    }

    Object client() {
        return client;
    }

    boolean awaited() {
        return awaited;
    }

    boolean held() {
        return held;
    }

    /** On the loop: takes one of these threads now, or waits for it. */
    void make(BodyThreads from) throws IOException {
        threads = from;
        held = from.take(this);
        awaited = !held;
        if (held) {
            next.run();
        }
    }

    /** On the loop: takes one of these threads if one is free. */
    boolean takeNow(BodyThreads from) throws IOException {
        boolean taken = from.takeNow(this);
        if (taken) {
            threads = from;
            held = true;
            next.run();
        }
        return taken;
    }

    /** A thread was taken for this claim. */
    void granted() {
        loop.execute(member, this::accept);
    }

    private void accept() throws IOException {
        if (awaited) {
            awaited = false;
            held = true;
            next.run();
        } else if (threads != null) {
            threads.giveBack(this);
        }
    }

    /** Waits no more; a thread that was granted meanwhile is given back when word of it arrives. */
    void withdraw() {
        if (awaited && threads != null) {
            awaited = false;
            threads.forget(this);
        }
    }

    void giveBack() {
        if (held && threads != null) {
            held = false;
            threads.giveBack(this);
        }
    }
}
