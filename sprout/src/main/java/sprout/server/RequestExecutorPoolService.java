package sprout.server;

import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import sprout.beans.ContextPropagator;
import sprout.beans.ContextPropagators;

/**
 * A pool with a fixed number of platform threads, started as they are needed. Its queue needs no bound of its own: a connection
 * has at most one task in it, and connections are limited.
 */
public final class RequestExecutorPoolService implements RequestExecutorService {
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
                threads,
                threads,
                60,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                Thread.ofPlatform().name("http-pool-", 0).daemon().factory());
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
