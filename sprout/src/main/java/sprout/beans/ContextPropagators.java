package sprout.beans;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Carries the values of all {@link ContextPropagator}s of an application to other threads; inject it to submit work to
 * an executor. A wrapped task runs with the values of the thread that wrapped it, and restores those of the thread that
 * runs it. Thread-safe.
 *
 * <pre>{@code
 * CompletableFuture.supplyAsync(this::answer, propagators.wrap(executor));
 * }</pre>
 */
public final class ContextPropagators {
    private final List<ContextPropagator<?>> propagators;

    /**
     * Creates an instance for these propagators. The list is raw, because a list of beans has no type arguments at run
     * time.
     */
    @SuppressWarnings("rawtypes")
    public ContextPropagators(List<? extends ContextPropagator> propagators) {
        List<ContextPropagator<?>> typed = new ArrayList<>();
        for (ContextPropagator propagator : propagators) {
            typed.add(propagator);
        }
        this.propagators = List.copyOf(typed);
    }

    /** Whether the application has no propagator. */
    public boolean isEmpty() {
        return propagators.isEmpty();
    }

    /**
     * Wraps an executor so that its tasks have the values of the thread that submits them. This includes the stages of
     * a {@code CompletableFuture} that it runs.
     */
    public Executor wrap(Executor executor) {
        return isEmpty() ? executor : task -> executor.execute(wrap(task));
    }

    /** Wraps a task so that it runs with the current values of this thread. */
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

    /** Wraps a task so that it is called with the current values of this thread. */
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

    /** Removes all values from this thread, at the end of a request. */
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
