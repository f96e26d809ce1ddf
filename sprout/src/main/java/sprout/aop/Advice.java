package sprout.aop;

import org.jspecify.annotations.Nullable;

/** What runs around a method. Called by many threads at once. */
@FunctionalInterface
public interface Advice {
    /**
     * Runs around one call.
     *
     * @return what the caller gets
     * @throws Throwable what the caller is thrown
     */
    @Nullable
    Object around(ProceedingJoinPoint call) throws Throwable;
}
