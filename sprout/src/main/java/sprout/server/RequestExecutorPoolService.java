package sprout.server;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import sprout.beans.ContextPropagator;
import sprout.beans.ContextPropagators;

/**
 * Runs tasks on a bounded pool of platform threads, which start when they are needed. All but one end when they have had
 * no task for 10 s: a thread keeps memory outside the heap, and a burst may have started many. Thread-safe.
 *
 * <p>Tasks begin in the order of their submission. A task wakes the most recently parked thread: its stack is still in
 * the cache, and only as many threads take turns as the work needs. The queue has no bound: a connection has at most
 * one task in it, and connections are limited. Tasks that the application submits are not limited.
 *
 * <p>If a thread cannot be started, the others take its tasks, and the next attempt comes a second later: it may fail
 * slowly, and on an event loop. If there is no other thread, which is only possible before the first one has started,
 * tasks wait for the next call of {@link #execute}, which tries again.
 */
public final class RequestExecutorPoolService implements RequestExecutorService {
    private static final Duration LONGEST_REST = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final long REPORT_NANOS = Duration.ofMinutes(1).toNanos();

    private final int limit;
    private final long longestRest;
    private final long pause;
    private final Consumer<Thread> starter;
    private final ContextPropagators propagators;

    // The lock of this list guards the state of the pool.
    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    /** Has its full capacity from the start, so that a thread needs no memory to go idle. */
    private final ArrayDeque<Worker> resting;

    private int started;
    /** Of all threads ever started; the last one's number. */
    private int created;
    /**
     * Whether a thread was woken or started and has not looked for a task yet. Waking one thread at a time is enough:
     * if that thread leaves tasks, it wakes the next one.
     */
    private boolean called;

    /** Before this time, in that of {@link System#nanoTime}, no thread is started unless the pool has none. */
    private long nextStart = System.nanoTime();

    private long nextReport = nextStart;
    private boolean shutdown;

    /**
     * Creates a pool without threads; they start when they are needed.
     *
     * @param threads 1 to 10000
     */
    public RequestExecutorPoolService(int threads) {
        this(threads, List.of());
    }

    /**
     * Creates a pool whose threads restore the context that the propagators capture when the application submits a
     * task. Requests begin without context.
     *
     * @param threads 1 to 10000
     */
    @SuppressWarnings("rawtypes") // a list of beans has no type arguments at run time
    public RequestExecutorPoolService(int threads, List<? extends ContextPropagator> propagators) {
        this(threads, propagators, LONGEST_REST, PAUSE, Thread::start);
    }

    /**
     * @param longestRest how long a thread may be without a task before it ends
     * @param pause after an attempt to start a thread has failed
     * @param starter starts a thread, or throws an {@link OutOfMemoryError}
     */
    @SuppressWarnings("rawtypes")
    RequestExecutorPoolService(
            int threads,
            List<? extends ContextPropagator> propagators,
            Duration longestRest,
            Duration pause,
            Consumer<Thread> starter) {
        if (threads < 1 || threads > 10_000) {
            throw new IllegalArgumentException("the number of pool threads must be 1 to 10000, not " + threads);
        }
        this.limit = threads;
        this.longestRest = longestRest.toNanos();
        this.pause = pause.toNanos();
        this.starter = starter;
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

    /**
     * Chooses the thread to wake for the first task; null if one is on its way already, or all are busy. Called under
     * the lock.
     */
    private @Nullable Worker call() {
        if (called || tasks.isEmpty()) {
            return null;
        }
        Worker next = resting.pollLast();
        if (next == null && mayStart()) {
            next = newWorker();
        }
        called = next != null;
        return next;
    }

    private boolean mayStart() {
        return started == 0 || (started < limit && System.nanoTime() - nextStart >= 0);
    }

    /** Returns null without memory: the task is in the queue, and another thread takes it. */
    private @Nullable Worker newWorker() {
        try {
            Worker worker = new Worker(created + 1);
            created++;
            started++;
            return worker;
        } catch (OutOfMemoryError e) {
            return null;
        }
    }

    /** Wakes or starts a thread. Called without the lock, because it takes long. */
    private void wake(@Nullable Worker worker) {
        try {
            if (worker != null) {
                worker.wake();
            }
        } catch (OutOfMemoryError e) {
            failedToStart(e);
        }
    }

    /** Lets an idle thread take the task for which none could be started: it may have gone idle meanwhile. */
    private void failedToStart(OutOfMemoryError failure) {
        Worker idle;
        boolean reports;
        synchronized (tasks) {
            long now = System.nanoTime();
            started--;
            nextStart = now + pause;
            reports = now - nextReport >= 0;
            if (reports) {
                nextReport = now + REPORT_NANOS;
            }
            idle = tasks.isEmpty() ? null : resting.pollLast();
            called = idle != null;
        }
        if (idle != null) {
            idle.wake();
        }
        if (reports) {
            Faults.report("the pool, which could not start a further thread,", failure);
        }
    }

    @Override
    public int threads() {
        return limit;
    }

    @Override
    public boolean owns(Thread thread) {
        return thread instanceof PoolThread worker && worker.pool.equals(this);
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

    /** A thread of the pool. Others that it starts belong to the application. */
    private static final class PoolThread extends Thread {
        private final RequestExecutorPoolService pool;

        PoolThread(RequestExecutorPoolService pool, Runnable task, int number) {
            super(task, "http-pool-" + number);
            this.pool = pool;
            setDaemon(true);
        }
    }

    private final class Worker implements Runnable {
        private final Thread thread;
        private volatile boolean awake;

        Worker(int number) {
            thread = new PoolThread(RequestExecutorPoolService.this, this, number);
        }

        void wake() {
            awake = true;
            if (thread.isAlive()) {
                LockSupport.unpark(thread);
            } else {
                starter.accept(thread);
            }
        }

        @Override
        public void run() {
            try {
                boolean comes = true;
                while (runNext(comes)) {
                    comes = false;
                }
            } finally {
                Worker next;
                synchronized (tasks) {
                    started--;
                    next = call(); // for a task that came while this thread took one of the places
                }
                RequestExecutorPoolService.this.wake(next);
            }
        }

        /**
         * Runs the next task. Returns false if there is none and the thread must end. A method of its own, because a
         * variable of {@link #run()} would keep the last task, its connection and its response while the thread rests.
         */
        private boolean runNext(boolean comes) {
            Runnable task = take(comes);
            if (task == null) {
                return false;
            }
            run(task);
            return true;
        }

        /**
         * Waits for the next task. Returns null when none has come for long, or the pool is shut down and none is left.
         *
         * @param comes whether this thread was just started by a call
         */
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
                if (!rest()) {
                    return null;
                }
                arrives = true;
            }
        }

        /**
         * Marks this thread as idle. Returns false if the pool is shut down and the thread must end. Called under the
         * lock.
         */
        private boolean stays() {
            if (shutdown) {
                return false;
            }
            awake = false;
            resting.addLast(this);
            return true;
        }

        /** Waits to be woken. Returns false if that takes too long and the thread must end. */
        private boolean rest() {
            long start = System.nanoTime();
            while (!awake) {
                long left = longestRest - (System.nanoTime() - start);
                if (left > 0) {
                    LockSupport.parkNanos(RequestExecutorPoolService.this, left);
                } else if (leave()) {
                    return false;
                } else {
                    LockSupport.park(RequestExecutorPoolService.this);
                }
                Thread.interrupted(); // it would end each further wait immediately
            }
            return true;
        }

        /**
         * Marks this thread as ending. Returns false if it must stay: it is about to be woken, or it is the only idle
         * one, and there may be no memory for a new one when the next task comes.
         */
        private boolean leave() {
            synchronized (tasks) {
                return resting.size() > 1 && resting.remove(this);
            }
        }

        /** Runs a task, without an interrupt that was meant for an earlier one. */
        private void run(Runnable task) {
            Thread.interrupted();
            try {
                task.run();
            } catch (Throwable e) {
                Faults.report(thread, e);
            }
        }
    }
}
