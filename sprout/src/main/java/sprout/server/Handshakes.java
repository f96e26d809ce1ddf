package sprout.server;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs the expensive steps of TLS handshakes, each of which takes about as long as many requests, on threads of their
 * own: as many as half of the processors. So thousands of clients that begin a handshake together do not hold up the
 * requests of others, and requests that hold all other threads do not hold up handshakes. The threads end when there is
 * nothing to do. Thread-safe.
 */
final class Handshakes implements Executor {
    private static final int IDLE_SECONDS = 10;

    private final int most;
    private @Nullable Executor threads;

    Handshakes(int processors) {
        most = Math.max(1, processors / 2);
    }

    /** Runs the steps elsewhere, for tests. */
    Handshakes(Executor threads) {
        this(1);
        this.threads = threads;
    }

    private synchronized Executor threads() {
        if (threads == null) { // not before the first handshake, because most servers have no TLS
            threads = pool(most);
        }
        return threads;
    }

    private static Executor pool(int most) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                most,
                most,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new BothEnds(),
                Thread.ofPlatform().name("http-handshakes-", 0).daemon().factory());
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /** Runs a step soon. */
    @Override
    public void execute(Runnable step) {
        threads().execute(step);
    }

    /** Runs a step, waits for its end and returns its result. An interrupt does not end the wait. */
    boolean await(BooleanSupplier step) {
        return CompletableFuture.supplyAsync(step::getAsBoolean, threads()).join();
    }

    /**
     * Gives its newest and its oldest element in turn: a new client need not wait behind a flood, and none waits
     * forever.
     */
    private static final class BothEnds extends LinkedBlockingDeque<Runnable> {
        private static final long serialVersionUID = 1;

        private volatile boolean newest;

        /** The pool takes its tasks by this method only, because its threads end when they are idle. */
        @Override
        public @Nullable Runnable poll(long timeout, TimeUnit unit) throws InterruptedException {
            newest = !newest; // a lost update between two threads does no harm
            return newest ? pollLast(timeout, unit) : pollFirst(timeout, unit);
        }
    }
}
