package sprout.beans;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * All {@link ContextPropagator}s of an application; inject it to hand work to other threads. What is wrapped takes along the values of the
 * thread that wraps it, and leaves the thread that runs it as it was. Safe for any thread.
 *
 * <pre>{@code
 * CompletableFuture.supplyAsync(this::answer, propagators.wrap(executor));
 * }</pre>
 */
public final class ContextPropagators {
    private final List<ContextPropagator<?>> propagators;

    /** Of these propagators; raw, because a list of beans has no type arguments at run time. */
    @SuppressWarnings("rawtypes")
    public ContextPropagators(List<? extends ContextPropagator> propagators) {
        List<ContextPropagator<?>> typed = new ArrayList<>();
        for (ContextPropagator propagator : propagators) {
            typed.add(propagator);
        }
        this.propagators = List.copyOf(typed);
    }

    /** Whether there is nothing to carry over. */
    public boolean isEmpty() {
        return propagators.isEmpty();
    }

    /** An executor whose tasks have the values of the thread that submits them; so have the stages of a future that it runs. */
    public Executor wrap(Executor executor) {
        return isEmpty() ? executor : task -> executor.execute(wrap(task));
    }

    /** A task that runs with the values that this thread has now. */
    public Runnable wrap(Runnable task) {
        List<Carried<?>> carried = capture();
        return () -> {
            List<Carried<?>> before = swap(carried);
            try {
                task.run();
            } finally {
                swap(before);
            }
        };
    }

    /** A task that is called with the values that this thread has now. */
    public <T> Callable<T> wrap(Callable<T> task) {
        List<Carried<?>> carried = capture();
        return () -> {
            List<Carried<?>> before = swap(carried);
            try {
                return task.call();
            } finally {
                swap(before);
            }
        };
    }

    /** Removes all values from this thread: the end of a request. */
    public void clear() {
        for (ContextPropagator<?> propagator : propagators) {
            propagator.clear();
        }
    }

    private List<Carried<?>> capture() {
        List<Carried<?>> carried = new ArrayList<>(propagators.size());
        for (ContextPropagator<?> propagator : propagators) {
            carried.add(Carried.of(propagator));
        }
        return carried;
    }

    private List<Carried<?>> swap(List<Carried<?>> next) {
        List<Carried<?>> before = capture();
        next.forEach(Carried::restore);
        return before;
    }

    private record Carried<T>(
            ContextPropagator<T> propagator, @Nullable T value) {
        static <T> Carried<T> of(ContextPropagator<T> propagator) {
            return new Carried<>(propagator, propagator.capture());
        }

        void restore() {
            if (value == null) {
                propagator.clear();
            } else {
                propagator.restore(value);
            }
        }
    }
}
