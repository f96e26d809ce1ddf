package sprout.data;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens connections by the driver. When a database is lost after it has answered, the pool's attempt to open a
 * connection lasts until the database is back: the pool would wait up to 5 s between attempts. The pool makes one
 * attempt at a time. Thread-safe.
 */
final class ConnectionSource implements DataSource {
    /** SQLSTATEs: the client cannot connect, the connection failed, the database shuts down, crashed or starts. */
    private static final Set<String> LOST = Set.of("08001", "08006", "08S01", "57P01", "57P02", "57P03");

    static final Duration RETRY = Duration.ofMillis(500);

    private static final Logger LOG = LoggerFactory.getLogger(ConnectionPool.class);

    private final PoolOptions options;
    private final Runnable failed;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile boolean reached;
    private volatile @Nullable SQLException failure;

    /** @param failed called after each failure of an attempt that goes on */
    ConnectionSource(PoolOptions options, Runnable failed) {
        this.options = options;
        this.failed = failed;
    }

    /** Opens a connection that the caller closes. */
    Connection open() throws SQLException {
        return options.username().isEmpty()
                ? DriverManager.getConnection(options.url())
                : DriverManager.getConnection(options.url(), options.username(), options.password());
    }

    /** Why the attempt that goes on has not succeeded yet; null if there is none, or it has not failed yet. */
    @Nullable
    SQLException failure() {
        return failure;
    }

    /** Ends the attempt that goes on. */
    void close() {
        closed.countDown();
    }

    /** Opens a connection for the pool. */
    @Override
    public Connection getConnection() throws SQLException {
        try {
            while (true) {
                try {
                    Connection connection = open();
                    reached = true;
                    if (failure != null) {
                        LOG.info("The database answers again");
                    }
                    return connection;
                } catch (SQLException e) {
                    awaitNextAttempt(e);
                }
            }
        } finally {
            failure = null; // however this ends: nobody would find out when the database is back
        }
    }

    /** Throws the failure if the attempt must end. */
    private void awaitNextAttempt(SQLException e) throws SQLException {
        if (!reached || e.getSQLState() == null || !LOST.contains(e.getSQLState())) {
            throw e; // if the database refuses, the pool tries again, less and less often
        }
        if (failure == null) {
            LOG.warn("No connection to the database can be opened; retrying until it answers", e);
        }
        failure = e;
        failed.run();
        try {
            if (closed.await(RETRY.toMillis(), TimeUnit.MILLISECONDS)) {
                throw e;
            }
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw e;
        }
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("The user of a pool is set by datasource.username");
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) {}

    @Override
    public int getLoginTimeout() {
        return DriverManager.getLoginTimeout();
    }

    @Override
    public void setLoginTimeout(int seconds) {
        DriverManager.setLoginTimeout(seconds);
    }

    @Override
    public java.util.logging.Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("A pool logs by SLF4J");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLException("This data source is not a " + type.getName());
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
