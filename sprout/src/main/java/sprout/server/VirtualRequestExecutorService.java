package sprout.server;

import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import sprout.beans.ContextPropagator;
import sprout.beans.ContextPropagators;

/**
 * One new virtual thread per task; there is no bound. Tasks that the application submits take the values of their thread along; requests
 * begin without any, because the thread that received them has none.
 */
public final class VirtualRequestExecutorService implements RequestExecutorService {
    /** All have the same name: counting them would cost a string per request. */
    private final ThreadFactory threads =
            Thread.ofVirtual().name("http-virtual").factory();

    private final ContextPropagators propagators;
    private volatile boolean shutdown;

    /** Threads that take nothing over. */
    public VirtualRequestExecutorService() {
        this(List.of());
    }

    /** Threads that take over what the propagators capture. */
    @SuppressWarnings("rawtypes") // a list of beans has no type arguments at run time
    public VirtualRequestExecutorService(List<? extends ContextPropagator> propagators) {
        this.propagators = new ContextPropagators(propagators);
    }

    @Override
    public void execute(Runnable task) {
        if (shutdown) {
            throw new RejectedExecutionException("the server is stopped");
        }
        threads.newThread(propagators.isEmpty() || task instanceof Connection ? task : propagators.wrap(task))
                .start();
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
