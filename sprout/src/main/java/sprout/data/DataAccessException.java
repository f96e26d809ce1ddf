package sprout.data;

import java.io.Serial;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Signals that a statement or transaction failed; the cause is the driver's exception, if there is one. */
public final class DataAccessException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final Kind kind;

    private enum Kind {
        FAILED,
        UNAVAILABLE,
        VALUE_REFUSED
    }

    private DataAccessException(String message, @Nullable Throwable cause, Kind kind) {
        // Many requests may log that the database is unavailable, and the cause says where, if that is of any use.
        super(message, cause, true, kind != Kind.UNAVAILABLE);
        this.kind = kind;
    }

    static DataAccessException failed(String sql, SQLException cause) {
        return new DataAccessException(
                "%s: %s".formatted(sql, cause.getMessage()), cause, kind(String.valueOf(cause.getSQLState())));
    }

    /**
     * Maps classes of SQLSTATE: 08 is for connections, 57P for PostgreSQL shutting down or starting up, 22 for values
     * (ISO 9075-2 table 38).
     */
    private static Kind kind(String state) {
        if (state.startsWith("08") || state.startsWith("57P")) {
            return Kind.UNAVAILABLE;
        }
        return state.startsWith("22") ? Kind.VALUE_REFUSED : Kind.FAILED;
    }

    /** Creates the failure of a commit after a participating method has failed. */
    static DataAccessException rolledBack(Throwable cause) {
        return new DataAccessException(
                "The transaction was rolled back, because a method that took part in it had failed: " + cause,
                cause,
                Kind.FAILED);
    }

    /** Creates a failure for rows or columns that do not match the request. */
    static DataAccessException unexpected(String message) {
        return new DataAccessException(message, null, Kind.FAILED);
    }

    static DataAccessException noConnection(SQLException cause) {
        return new DataAccessException("No connection to the database: " + cause.getMessage(), cause, Kind.UNAVAILABLE);
    }

    /** Whether the database was unreachable, as opposed to refusing the statement. */
    public boolean unavailable() {
        return kind == Kind.UNAVAILABLE;
    }

    /**
     * Whether the database refused a value, for example a text that has a NUL character or is too long for its column.
     */
    public boolean valueRefused() {
        return kind == Kind.VALUE_REFUSED;
    }
}
