package sprout.server;

import java.io.IOException;

/**
 * A connection's claim to one of the {@link BodyThreads}. It belongs to whoever has the connection, loop or worker; only
 * {@link #granted} may be called by any thread.
 */
final class BodyThreadClaim {
    private final BodyThreads threads;
    private final EventLoop loop;
    private final LoopMember member;
    private final EventLoop.Step next;
    private boolean awaited;
    private boolean held;

    /** @param next what is done on the loop once a thread was taken */
    BodyThreadClaim(BodyThreads threads, EventLoop loop, LoopMember member, EventLoop.Step next) {
        this.threads = threads;
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

    /** On the loop: takes a thread now, or waits for one. */
    void make() throws IOException {
        held = threads.take(this);
        awaited = !held;
        if (held) {
            next.run();
        }
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
        } else {
            threads.giveBack();
        }
    }

    /** Waits no more; a thread that was granted meanwhile is given back when word of it arrives. */
    void withdraw() {
        if (awaited) {
            awaited = false;
            threads.forget(this);
        }
    }

    void giveBack() {
        if (held) {
            held = false;
            threads.giveBack();
        }
    }
}
