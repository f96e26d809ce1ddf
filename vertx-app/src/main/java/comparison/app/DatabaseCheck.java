package comparison.app;

import io.vertx.core.Future;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether the database answers. Probes that arrive during a check share its result, so they use at most one
 * connection. Must be used by one event loop only.
 */
final class DatabaseCheck {

    private final Supplier<Future<?>> question;
    private @Nullable Future<?> underWay;

    /**
     * Creates a check.
     *
     * @param question starts a check; its future fails if the database does not answer in time
     */
    DatabaseCheck(Supplier<Future<?>> question) {
        this.question = question;
    }

    /** Returns a future that fails if the database does not answer. */
    Future<?> answer() {
        Future<?> current = underWay;
        if (current == null || current.isComplete()) {
            current = question.get();
            underWay = current;
        }
        return current;
    }
}
