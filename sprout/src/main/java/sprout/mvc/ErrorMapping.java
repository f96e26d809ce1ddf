package sprout.mvc;

import org.jspecify.annotations.Nullable;
import sprout.beans.InfrastructureBean;

/** Gives failures of a library their response, where no exception handler of the application does. Must be thread-safe. */
@FunctionalInterface
public interface ErrorMapping extends InfrastructureBean {

    /** The response, or null if the failure is not this mapping's. */
    @Nullable
    Problem map(Exception failure);
}
