package sprout.beans;

import org.jspecify.annotations.Nullable;

/**
 * A value that belongs to a thread while it works on a request, such as SLF4J's MDC. As a bean it is
 * <ul>
 *   <li>cleared before and after each request and each event of a {@code @WebSocketHandler}, so that no thread of a pool brings it into the next one;
 *   <li>carried over to other threads by {@link ContextPropagators}, by which a request hands work on.
 * </ul>
 * A {@link ScopedValue} needs none of this on the thread of the request: a filter binds it around the rest of the chain, in both engines and
 * on both kinds of threads. Called on several threads at once, so implementations keep no state of their own.
 */
public interface ContextPropagator<T> {

    /** The value of the current thread; null if it has none. */
    @Nullable
    T capture();

    /** Makes a captured value the current thread's own, in the place of what it has. */
    void restore(T value);

    /** Removes the value from the current thread. */
    void clear();
}
