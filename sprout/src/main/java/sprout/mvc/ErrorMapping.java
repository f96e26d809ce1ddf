package sprout.mvc;

import org.jspecify.annotations.Nullable;
import sprout.beans.InfrastructureBean;

/**
 * Maps failures of a library to responses, if no exception handler of the application handles them. Must be
 * thread-safe.
 */
@FunctionalInterface
public interface ErrorMapping extends InfrastructureBean {

    /** Returns the response to a failure, or null if this mapping does not handle it. */
    @Nullable
    Problem map(Exception failure);
}
