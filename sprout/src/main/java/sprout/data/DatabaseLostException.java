package sprout.data;

import java.io.Serial;
import java.sql.SQLException;

/**
 * Signals that a database is lost. It has neither a stack trace nor a cause: requests that do not wait may fail, and be
 * logged, by the thousand. {@link ConnectionSource} logs the loss once in full.
 */
final class DatabaseLostException extends SQLException {
    @Serial
    private static final long serialVersionUID = 1L;

    DatabaseLostException(SQLException loss) {
        super("It does not answer any more: " + loss.getMessage(), ConnectionPool.CANNOT_CONNECT);
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
