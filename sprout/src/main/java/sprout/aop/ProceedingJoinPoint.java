package sprout.aop;

import org.jspecify.annotations.Nullable;

/** Lets an aspect continue a call: the method runs only if the aspect calls {@code proceed}. */
public interface ProceedingJoinPoint extends JoinPoint {
    /**
     * Calls the next aspect or the method itself. May be called several times, to retry.
     *
     * @return what the method returns, null if it is void
     * @throws Throwable what the method throws
     */
    @Nullable
    Object proceed() throws Throwable;

    /**
     * Like {@link #proceed}, with other arguments.
     *
     * @throws IllegalArgumentException if their number differs
     * @throws Throwable what the method throws
     */
    @Nullable
    Object proceedWith(@Nullable Object... arguments) throws Throwable;
}
