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

    /**
     * Whether threads are so cheap that each connection can keep one while it waits. Otherwise a thread is only held by a request
     * that is being handled.
     */
    default boolean threadPerConnection() {
        return false;
    }
}
