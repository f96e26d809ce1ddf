package sprout.data;

import java.io.Serial;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A statement or transaction that failed; the cause is what the driver said. */
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
        super(message, cause);
        this.kind = kind;
    }

    static DataAccessException failed(String sql, SQLException cause) {
        return new DataAccessException(
                "%s: %s".formatted(sql, cause.getMessage()), cause, kind(String.valueOf(cause.getSQLState())));
    }

    /** Classes of SQLSTATE: 08 is about connections, 57P is PostgreSQL going down or coming up, 22 are values (ISO 9075-2 table 38). */
    private static Kind kind(String state) {
        if (state.startsWith("08") || state.startsWith("57P")) {
            return Kind.UNAVAILABLE;
        }
        return state.startsWith("22") ? Kind.VALUE_REFUSED : Kind.FAILED;
    }

    /** Of a transaction that was to be committed, but that a method which took part had failed in. */
    static DataAccessException rolledBack(Throwable cause) {
        return new DataAccessException(
                "The transaction was rolled back, because a method that took part in it had failed: " + cause,
                cause,
                Kind.FAILED);
    }

    /** Of rows that are not what was asked for. */
    static DataAccessException unexpected(String message) {
        return new DataAccessException(message, null, Kind.FAILED);
    }

    static DataAccessException noConnection(SQLException cause) {
        return new DataAccessException("No connection to the database: " + cause.getMessage(), cause, Kind.UNAVAILABLE);
    }

    /** Whether the database could not be reached, rather than refuse the statement. */
    public boolean unavailable() {
        return kind == Kind.UNAVAILABLE;
    }

    /** Whether the database refused a value, such as a text that holds a NUL or is too long for its column. */
    public boolean valueRefused() {
        return kind == Kind.VALUE_REFUSED;
    }
}
