package sprout.aop;

import org.jspecify.annotations.Nullable;

/** Runs around an advised method. Called by many threads concurrently. */
@FunctionalInterface
public interface Advice {
    /**
     * Runs around one call of the method.
     *
     * @return the result for the caller
     * @throws Throwable an exception for the caller, declared by the method or not
     */
    @Nullable
    Object around(ProceedingJoinPoint call) throws Throwable;
}
