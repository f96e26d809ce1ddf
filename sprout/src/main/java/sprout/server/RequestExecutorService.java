package sprout.server;

/** The threads that requests are handled on. Thread-safe. */
public interface RequestExecutorService {
    /**
     * Runs the task soon, on another thread.
     *
     * @throws java.util.concurrent.RejectedExecutionException after {@link #shutdown}
     */
    void execute(Runnable task);

    /** Takes no more tasks; those that were taken still run. Returns at once. */
    void shutdown();

    /** The size of the pool; 0 if there is none. */
    default int threads() {
        return 0;
    }

    /** How many threads of the pool run a task, about. */
    default int threadsBusy() {
        return 0;
    }

    /** How many tasks wait for a thread of the pool, about. */
    default int tasksQueued() {
        return 0;
    }

    /**
     * Whether threads are so cheap that each connection can keep one while it waits. Otherwise a thread is only held by a request
     * that is being handled.
     */
    default boolean threadPerConnection() {
        return false;
    }
}
