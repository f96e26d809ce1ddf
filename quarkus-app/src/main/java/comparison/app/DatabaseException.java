package comparison.app;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;

/** Thrown if a statement fails. */
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

    /** Returns whether the database cannot be reached. */
    boolean isUnreachable() {
        return unreachable;
    }

    /** Returns whether the database cannot store a value, such as a text with a NUL. */
    boolean isRefusedValue() {
        return refusedValue;
    }
}
