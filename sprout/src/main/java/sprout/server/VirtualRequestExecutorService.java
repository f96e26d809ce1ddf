package sprout.server;

import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;

/** One new virtual thread per task; there is no bound. Values of the submitting thread go with the task by propagators. */
public final class VirtualRequestExecutorService implements RequestExecutorService {
    /** All have the same name: counting them would cost a string per request. */
    private final ThreadFactory threads =
            Thread.ofVirtual().name("http-virtual").factory();

    private final List<ContextPropagator<?>> propagators;
    private volatile boolean shutdown;

    /** Threads that take nothing over. */
    public VirtualRequestExecutorService() {
        this(List.of());
    }

    /** Threads that take over what the propagators capture. */
    @SuppressWarnings("rawtypes") // a list of beans has no type arguments at run time
    public VirtualRequestExecutorService(List<? extends ContextPropagator> propagators) {
        this.propagators = propagators.stream()
                .<ContextPropagator<?>>map(propagator -> propagator)
                .toList();
    }

    @Override
    public void execute(Runnable task) {
        if (shutdown) {
            throw new RejectedExecutionException("the server is stopped");
        }
        threads.newThread(withContext(task)).start();
    }

    private Runnable withContext(Runnable task) {
        Runnable wrapped = task;
        for (ContextPropagator<?> propagator : propagators) {
            wrapped = withContext(propagator, wrapped);
        }
        return wrapped;
    }

    private static <T> Runnable withContext(ContextPropagator<T> propagator, Runnable task) {
        T captured = propagator.capture();
        return () -> {
            propagator.restore(captured);
            try {
                task.run();
            } finally {
                propagator.clear();
            }
        };
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
