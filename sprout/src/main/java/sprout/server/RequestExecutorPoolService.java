package sprout.server;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import sprout.beans.ContextPropagator;
import sprout.beans.ContextPropagators;

/**
 * A pool with a bounded number of platform threads, started as they are needed. Tasks begin in the order in which they came. Of the
 * threads that rest, the one that has rested the shortest is called: its stack is still in the cache, and no more threads take turns
 * than there is work for. The queue needs no bound of its own: a connection has at most one task in it, and connections are limited.
 */
public final class RequestExecutorPoolService implements RequestExecutorService {
    private final ThreadFactory factory =
            Thread.ofPlatform().name("http-pool-", 0).daemon().factory();
    private final int limit;
    private final ContextPropagators propagators;

    // The state of the pool is guarded by the lock of this list.
    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    /** Of full size at once, so that no thread needs memory to go to rest. */
    private final ArrayDeque<Worker> resting;

    private int started;
    /** Whether a thread was called and has not come yet. It calls the next one if it leaves work, so one call at a time will do. */
    private boolean called;

    private boolean shutdown;

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
        this.limit = threads;
        this.resting = new ArrayDeque<>(threads);
        this.propagators = new ContextPropagators(propagators);
    }

    @Override
    public void execute(Runnable task) {
        Runnable complete = propagators.isEmpty() || task instanceof Connection ? task : propagators.wrap(task);
        Worker next;
        synchronized (tasks) {
            if (shutdown) {
                throw new RejectedExecutionException("the pool is shut down");
            }
            tasks.addLast(complete);
            next = call();
        }
        wake(next);
    }

    /** Under the lock: who is to be woken for the first task; null if somebody comes already, or all are busy. */
    private @Nullable Worker call() {
        if (called || tasks.isEmpty()) {
            return null;
        }
        Worker next = resting.pollLast();
        if (next == null && started < limit) {
            next = newWorker();
        }
        called = next != null;
        return next;
    }

    /** Fails in silence: the task is in the queue, and the other threads come to it. */
    private @Nullable Worker newWorker() {
        try {
            Worker worker = new Worker();
            started++;
            return worker;
        } catch (OutOfMemoryError e) {
            return null;
        }
    }

    /** Outside of the lock, because it takes long. */
    private void wake(@Nullable Worker worker) {
        try {
            if (worker != null) {
                worker.wake();
            }
        } catch (OutOfMemoryError e) {
            synchronized (tasks) {
                started--;
                called = false;
            }
            Faults.report("the pool, which could not start a further thread,", e);
        }
    }

    @Override
    public int threads() {
        return limit;
    }

    @Override
    public int threadsBusy() {
        synchronized (tasks) {
            return started - resting.size();
        }
    }

    @Override
    public int tasksQueued() {
        synchronized (tasks) {
            return tasks.size();
        }
    }

    @Override
    public void shutdown() {
        synchronized (tasks) {
            shutdown = true;
            resting.forEach(Worker::wake);
            resting.clear();
        }
    }

    private final class Worker implements Runnable {
        private final Thread thread = factory.newThread(this);
        private volatile boolean awake;

        void wake() {
            awake = true;
            if (thread.isAlive()) {
                LockSupport.unpark(thread);
            } else {
                thread.start();
            }
        }

        @Override
        public void run() {
            try {
                for (Runnable task = take(true); task != null; task = take(false)) {
                    run(task);
                }
            } finally {
                synchronized (tasks) {
                    started--;
                }
            }
        }

        /** The next task; waits for it. Null at the end of the pool. */
        private @Nullable Runnable take(boolean comes) {
            boolean arrives = comes;
            while (true) {
                Runnable task;
                Worker next;
                synchronized (tasks) {
                    called &= !arrives;
                    task = tasks.pollFirst();
                    next = call();
                    if (task == null && !stays()) {
                        return null;
                    }
                }
                if (task != null) {
                    RequestExecutorPoolService.this.wake(next);
                    return task;
                }
                rest();
                arrives = true;
            }
        }

        /** Under the lock: goes to rest, or ends if nothing more will come. */
        private boolean stays() {
            if (shutdown) {
                return false;
            }
            awake = false;
            resting.addLast(this);
            return true;
        }

        private void rest() {
            while (!awake) {
                LockSupport.park(RequestExecutorPoolService.this);
            }
        }

        /** An interrupt that a task leaves behind is not meant for the next one. */
        private void run(Runnable task) {
            try {
                task.run();
            } catch (Throwable e) {
                Faults.report(thread, e);
            } finally {
                Thread.interrupted();
            }
        }
    }
}
