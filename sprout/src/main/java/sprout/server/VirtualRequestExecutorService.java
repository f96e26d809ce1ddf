package sprout.server;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;

/** One new virtual thread per task; there is no bound. */
public final class VirtualRequestExecutorService implements RequestExecutorService {
    private final ThreadFactory threads =
            Thread.ofVirtual().name("http-virtual-", 0).factory();
    private volatile boolean shutdown;

    @Override
    public void execute(Runnable task) {
        if (shutdown) {
            throw new RejectedExecutionException("the server is stopped");
        }
        threads.newThread(task).start();
    }

    @Override
    public void shutdown() {
        shutdown = true;
    }

    @Override
    public boolean threadPerConnection() {
        return true;
    }
}
