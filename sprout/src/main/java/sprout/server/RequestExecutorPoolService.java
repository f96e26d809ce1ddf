package sprout.server;

import java.util.List;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import sprout.beans.ContextPropagator;
import sprout.beans.ContextPropagators;

/**
 * A pool with a bounded number of platform threads. One is started when a task comes while none waits, and ends when it had nothing to do
 * for a minute: each that ran keeps its stack, some 100 KiB. Its queue needs no bound of its own: a connection has at most one task in it,
 * and connections are limited. Thread-safe.
 */
public final class RequestExecutorPoolService implements RequestExecutorService {
    private static final int SECONDS_IDLE = 60;

    private final Handover tasks = new Handover();
    private final ThreadPoolExecutor pool;
    private final ContextPropagators propagators;

    /**
     * A pool that has no threads yet.
     *
     * @param threads 1 to 10000
     */
    public RequestExecutorPoolService(int threads) {
        this(threads, List.of());
    }

    /**
     * A pool whose threads take over what the propagators capture of tasks that the application submits; requests begin without any.
     *
     * @param threads 1 to 10000
     */
    @SuppressWarnings("rawtypes") // a list of beans has no type arguments at run time
    public RequestExecutorPoolService(int threads, List<? extends ContextPropagator> propagators) {
        if (threads < 1 || threads > 10_000) {
            throw new IllegalArgumentException("the number of pool threads must be 1 to 10000, not " + threads);
        }
        this.propagators = new ContextPropagators(propagators);
        pool = new ThreadPoolExecutor(
                1,
                threads,
                SECONDS_IDLE,
                TimeUnit.SECONDS,
                tasks,
                Thread.ofPlatform().name("http-pool-", 0).daemon().factory(),
                (task, _) -> queue(task));
    }

    /** All threads are there and busy, or the pool is shut down. */
    private void queue(Runnable task) {
        tasks.enqueue(task);
        if (pool.isShutdown() && tasks.remove(task)) {
            throw new RejectedExecutionException("The pool is shut down.");
        }
    }

    /** Refuses a task that no thread waits for, so that the pool starts one for it instead of queueing it. */
    private static final class Handover extends LinkedTransferQueue<Runnable> {
        private static final long serialVersionUID = 1;

        @Override
        public boolean offer(Runnable task) {
            return tryTransfer(task);
        }

        void enqueue(Runnable task) {
            super.offer(task);
        }
    }

    @Override
    public void execute(Runnable task) {
        pool.execute(propagators.isEmpty() || task instanceof Connection ? task : propagators.wrap(task));
    }

    @Override
    public int threads() {
        return pool.getMaximumPoolSize();
    }

    @Override
    public int threadsBusy() {
        return pool.getActiveCount();
    }

    @Override
    public int tasksQueued() {
        return pool.getQueue().size();
    }

    @Override
    public void shutdown() {
        pool.shutdown();
    }
}
