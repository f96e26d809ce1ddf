package comparison.app;

import io.vertx.pgclient.PgException;
import org.jspecify.annotations.Nullable;

/** Thrown if a statement fails. */
class DatabaseException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final @Nullable String state;

    DatabaseException(Throwable cause) {
        super(cause);
        this.state = cause instanceof PgException e ? e.getSqlState() : null;
    }

    /** Returns whether the database cannot be reached; otherwise it has answered with its own error. */
    boolean isUnreachable() {
        return state == null;
    }

    /** Returns whether the database cannot store a value, such as a text with a NUL. */
    boolean isRefusedValue() {
        return state != null && state.startsWith("22");
    }
}
