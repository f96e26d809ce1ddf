package sprout.data;

import java.io.Serial;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A statement or transaction that failed; the cause is what the driver said. */
public final class DataAccessException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final boolean unavailable;

    private DataAccessException(String message, @Nullable Throwable cause, boolean unavailable) {
        super(message, cause);
        this.unavailable = unavailable;
    }

    static DataAccessException failed(String sql, SQLException cause) {
        // Class 08 of SQLSTATE is about connections, 57P is PostgreSQL going down or coming up.
        String state = String.valueOf(cause.getSQLState());
        boolean lost = state.startsWith("08") || state.startsWith("57P");
        return new DataAccessException("%s: %s".formatted(sql, cause.getMessage()), cause, lost);
    }

    /** Of a transaction that was to be committed, but that a method which took part had failed in. */
    static DataAccessException rolledBack(Throwable cause) {
        return new DataAccessException(
                "The transaction was rolled back, because a method that took part in it had failed: " + cause,
                cause,
                false);
    }

    /** Of rows that are not what was asked for. */
    static DataAccessException unexpected(String message) {
        return new DataAccessException(message, null, false);
    }

    static DataAccessException noConnection(SQLException cause) {
        return new DataAccessException("No connection to the database: " + cause.getMessage(), cause, true);
    }

    /** Whether the database could not be reached, rather than refuse the statement. */
    public boolean unavailable() {
        return unavailable;
    }
}
