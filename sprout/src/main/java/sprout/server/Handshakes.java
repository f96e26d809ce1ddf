package sprout.server;

import java.util.ArrayDeque;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Gives turns to the expensive steps of TLS handshakes, each of which takes about as long as many requests. At most half
 * of the processors run one at the same time, so that thousands of clients that begin a handshake together do not hold
 * up the requests of others. The step that was asked for last and the one that has waited longest come next in turn: a
 * new client need not wait behind a flood, and none waits forever. Thread-safe.
 */
final class Handshakes implements Executor {
    private final Executor executor;
    /** Each begins a step that has its turn. Returns false if the step has already ended. */
    private final ArrayDeque<BooleanSupplier> waiting = new ArrayDeque<>();

    private int turns;
    private boolean newestNext = true;

    Handshakes(Executor executor, int processors) {
        this.executor = executor;
        this.turns = Math.max(1, processors / 2);
    }

    /** Runs a step on a thread of the executor once it has its turn. */
    @Override
    public void execute(Runnable step) {
        begin(() -> executes(step));
    }

    private boolean executes(Runnable step) {
        try {
            executor.execute(() -> {
                try {
                    step.run();
                } finally {
                    pass();
                }
            });
            return true;
        } catch (Throwable e) { // the server has stopped, or there is no memory for a thread
            Connection.LOG.debug("a handshake goes on without a thread of its own", e);
            step.run();
            return false;
        }
    }

    /** Runs a step on this thread once it has its turn. An interrupt does not end the wait. */
    void run(Runnable step) {
        Semaphore turn = new Semaphore(0);
        begin(() -> {
            turn.release();
            return true;
        });
        turn.acquireUninterruptibly();
        try {
            step.run();
        } finally {
            pass();
        }
    }

    private void begin(BooleanSupplier step) {
        if (isTaken(step) && !step.getAsBoolean()) {
            pass();
        }
    }

    /** Takes a turn for the step; without one, the step waits. */
    private synchronized boolean isTaken(BooleanSupplier step) {
        if (turns == 0) {
            waiting.add(step);
            return false;
        }
        turns--;
        return true;
    }

    /** Passes a turn on that has ended. What begins on the executor comes behind the requests that wait there by now. */
    private void pass() {
        BooleanSupplier next = next();
        while (next != null && !next.getAsBoolean()) {
            next = next();
        }
    }

    private synchronized @Nullable BooleanSupplier next() {
        BooleanSupplier next = newestNext ? waiting.pollLast() : waiting.pollFirst();
        newestNext = !newestNext;
        if (next == null) {
            turns++;
        }
        return next;
    }
}
