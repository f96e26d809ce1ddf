package sprout.data;

import java.io.Serial;
import java.sql.SQLException;

/** A statement that failed; the cause is what the driver said. */
public final class DataAccessException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final boolean unavailable;

    private DataAccessException(String message, SQLException cause, boolean unavailable) {
        super(message, cause);
        this.unavailable = unavailable;
    }

    static DataAccessException failed(String sql, SQLException cause) {
        // Class 08 of SQLSTATE is about connections, 57P is PostgreSQL going down or coming up.
        String state = String.valueOf(cause.getSQLState());
        boolean lost = state.startsWith("08") || state.startsWith("57P");
        return new DataAccessException("%s: %s".formatted(sql, cause.getMessage()), cause, lost);
    }

    static DataAccessException noConnection(SQLException cause) {
        return new DataAccessException("No connection to the database: " + cause.getMessage(), cause, true);
    }

    /** Whether the database could not be reached, rather than refuse the statement. */
    public boolean unavailable() {
        return unavailable;
    }
}
