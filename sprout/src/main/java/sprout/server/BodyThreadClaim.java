package sprout.server;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A connection's claim to one of the {@link BodyThreads}. It belongs to whoever has the connection, loop or worker; only
 * {@link #granted} may be called by any thread.
 */
final class BodyThreadClaim {
    private @Nullable BodyThreads threads;
    private final EventLoop loop;
    private final LoopMember member;
    private final EventLoop.Step next;
    private boolean awaited;
    private boolean held;

    /** @param next what is done on the loop once a thread was taken */
    BodyThreadClaim(EventLoop loop, LoopMember member, EventLoop.Step next) {
        this.loop = loop;
        this.member = member;
        this.next = next;
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
        boolean taken = from.takeNow();
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
            threads.giveBack();
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
            threads.giveBack();
        }
    }
}
