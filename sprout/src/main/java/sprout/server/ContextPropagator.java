package sprout.server;

/**
 * Carries a value of the submitting thread over to the thread that runs a request. Called on different threads at the
 * same time, so implementations keep no state of their own.
 */
public interface ContextPropagator<T> {

    /** The value of the current thread. */
    T capture();

    /** Makes a captured value the current thread's own. */
    void restore(T value);

    /** Removes the value from the current thread when the request is done. */
    void clear();
}
