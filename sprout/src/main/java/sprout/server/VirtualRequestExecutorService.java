package sprout.server;

import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import sprout.beans.ContextPropagator;
import sprout.beans.ContextPropagators;

/**
 * Runs each task on a new virtual thread, without a bound. Thread-safe.
 *
 * <p>Tasks that the application submits inherit the context of their thread. Requests begin without context, because
 * the thread that received them has none.
 */
public final class VirtualRequestExecutorService implements RequestExecutorService {
    /** All threads have the same name: a number would cost a string per request. */
    private final ThreadFactory threads =
            Thread.ofVirtual().name("http-virtual").factory();

    private final ContextPropagators propagators;
    private volatile boolean shutdown;

    /** Creates an executor whose threads inherit nothing. */
    public VirtualRequestExecutorService() {
        this(List.of());
    }

    /** Creates an executor whose threads restore the context that the propagators capture. */
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
