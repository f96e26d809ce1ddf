package sprout.aop;

import org.jspecify.annotations.Nullable;

/** A call that an aspect has in its hands: nothing happens unless it goes on. */
public interface ProceedingJoinPoint extends JoinPoint {
    /**
     * Goes on to the next aspect or to the method itself; may be called again, to try once more.
     *
     * @return what the method returns, null if it is void
     * @throws Throwable what it throws
     */
    @Nullable
    Object proceed() throws Throwable;

    /**
     * Goes on with other arguments.
     *
     * @throws IllegalArgumentException if their number is another
     * @throws Throwable what the method throws
     */
    @Nullable
    Object proceedWith(@Nullable Object... arguments) throws Throwable;
}
