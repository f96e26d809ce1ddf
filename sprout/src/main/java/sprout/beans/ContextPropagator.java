package sprout.beans;

import org.jspecify.annotations.Nullable;

/**
 * Carries a value that a thread has while it works on a request, such as SLF4J's MDC. If the propagator is a bean, its
 * value is
 *
 * <ul>
 *   <li>cleared before and after each request and each event of a {@code @WebSocketHandler}, so that no pool thread
 *       takes it to the next one;
 *   <li>carried to other threads by {@link ContextPropagators}, through which a request submits work.
 * </ul>
 *
 * <p>A {@link ScopedValue} does not need this on the thread of the request: a filter binds it around the rest of the
 * chain, in both engines and on both kinds of threads. Implementations are called on several threads concurrently, so
 * they must not keep state.
 *
 * @param <T> the type of the value
 */
public interface ContextPropagator<T> {

    /**
     * The value of the current thread; null if it has none. The result must not change when the thread changes its
     * value.
     */
    @Nullable
    T capture();

    /** Replaces the current thread's value by a captured one. */
    void restore(T value);

    /** Removes the value from the current thread. */
    void clear();
}
