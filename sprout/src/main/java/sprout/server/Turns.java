package sprout.server;

import java.util.concurrent.locks.LockSupport;

/**
 * Lets other virtual threads run while one of them never has to wait, because its client always has bytes ready. Used by
 * one thread at a time.
 */
final class Turns {
    /**
     * Steps of a turn. Each response, each 64 KiB of a response, and each received piece of a body or of discarded input
     * is one step.
     */
    private static final int LENGTH = 32;

    private int steps;

    /** Counts a step, and lets others run if the turn is over. */
    void step() {
        if (++steps >= LENGTH) {
            steps = 0;
            // A virtual thread keeps its carrier while bytes are available. On JDK 25, a thread that yields is
            // scheduled again before threads from elsewhere; a parked one is not.
            LockSupport.parkNanos(1);
        }
    }

    /** Begins a new turn: the thread waits next. */
    void begin() {
        steps = 0;
    }
}
