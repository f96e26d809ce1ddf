package sprout.server;

import java.util.concurrent.Executor;

/** Runs the handlers of requests on its threads. Thread-safe. */
public interface RequestExecutorService extends Executor {
    /**
     * Runs the task soon, on another thread.
     *
     * @throws java.util.concurrent.RejectedExecutionException after {@link #shutdown}
     */
    @Override
    void execute(Runnable task);

    /** Stops accepting tasks; accepted ones still run. Returns immediately. */
    void shutdown();

    /** Returns the maximum number of threads in the pool; 0 without a pool. */
    default int threads() {
        return 0;
    }

    /** Returns approximately how many pool threads run a task. */
    default int threadsBusy() {
        return 0;
    }

    /** Returns approximately how many tasks wait for a pool thread. */
    default int tasksQueued() {
        return 0;
    }

    /** Reports whether a thread is one of the pool's, so that others lack it while it waits. */
    default boolean owns(Thread thread) {
        return true;
    }

    /**
     * Reports whether threads are cheap enough for each connection to keep one while it waits. Otherwise a connection
     * holds a thread only while a request is handled.
     */
    default boolean threadPerConnection() {
        return false;
    }
}
