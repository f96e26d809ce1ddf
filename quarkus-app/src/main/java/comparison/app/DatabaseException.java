package comparison.app;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;

/** A statement that failed. */
class DatabaseException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean unreachable;
    private final boolean refusedValue;

    DatabaseException(SQLException cause) {
        super(cause);
        String state = String.valueOf(cause.getSQLState());
        this.unreachable = cause instanceof SQLTransientConnectionException || state.startsWith("08");
        this.refusedValue = state.startsWith("22");
    }

    /** Returns whether the database cannot be reached, which is not this application's fault. */
    boolean isUnreachable() {
        return unreachable;
    }

    /** Returns whether the database cannot hold a value, such as a text with a NUL. */
    boolean isRefusedValue() {
        return refusedValue;
    }
}
