package sprout.data;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Runs one transaction on a separate connection. Used only by the thread that began it. */
final class Transaction {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final Connection connection;
    private final long deadline;
    private final boolean limited;
    private @Nullable Throwable doomedBy;

    private Transaction(Connection connection, int timeoutSeconds) {
        this.connection = connection;
        this.limited = timeoutSeconds > 0;
        this.deadline = System.nanoTime() + timeoutSeconds * NANOS_PER_SECOND;
    }

    static Transaction begin(ConnectionPool pool, TransactionOptions options) {
        Connection connection = pool.lend();
        try {
            connection.setReadOnly(options.readOnly());
            connection.setAutoCommit(false);
            return new Transaction(connection, options.timeoutSeconds());
        } catch (SQLException e) {
            DataAccessException failure = DataAccessException.failed("begin", e);
            close(connection, failure);
            throw failure;
        } catch (RuntimeException | Error e) {
            close(connection, e);
            throw e;
        }
    }

    Connection connection() {
        return connection;
    }

    /**
     * Limits a statement to the remaining time of the transaction, rounded up to whole seconds.
     *
     * @throws SQLException if no time is left
     */
    void limit(PreparedStatement statement) throws SQLException {
        if (limited) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                throw new SQLException("The time of the transaction is over");
            }
            statement.setQueryTimeout((int) Math.ceilDiv(left, NANOS_PER_SECOND));
        }
    }

    /** Marks the transaction rollback-only, because a participating method has failed. */
    void doom(Throwable cause) {
        if (doomedBy == null) {
            doomedBy = cause;
        }
    }

    /**
     * Commits, or rolls back if the transaction is rollback-only. In either case, the pool gets the connection back.
     *
     * @throws DataAccessException if nothing was committed
     */
    void commit() {
        DataAccessException failure = null;
        try {
            if (doomedBy == null) {
                connection.commit();
            } else {
                failure = DataAccessException.rolledBack(doomedBy);
                connection.rollback();
            }
        } catch (SQLException e) {
            failure = failure == null ? DataAccessException.failed("commit", e) : failure;
        } finally {
            close(connection, failure);
        }
        if (failure != null) {
            throw failure;
        }
    }

    /**
     * Rolls back and returns the connection to the pool. Failures of this are added to {@code reason} as suppressed
     * exceptions.
     */
    void rollBack(Throwable reason) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            reason.addSuppressed(e);
        } finally {
            close(connection, reason);
        }
    }

    private static void close(Connection connection, @Nullable Throwable reason) {
        try {
            connection.close();
        } catch (SQLException e) {
            if (reason != null) {
                reason.addSuppressed(e);
            }
        }
    }
}
