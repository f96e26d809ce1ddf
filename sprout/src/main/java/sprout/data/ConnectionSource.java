package sprout.data;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens connections by the driver. When a database is lost after it has answered, the pool's attempt to open a
 * connection lasts until the database is back: the pool would wait up to 5 s between attempts. The pool makes one
 * attempt at a time. Thread-safe.
 */
final class ConnectionSource extends ConfiguredDataSource {
    /** SQLSTATEs: the client cannot connect, the connection failed, the database shuts down, crashed or starts. */
    private static final Set<String> LOST = Set.of("08001", "08006", "08S01", "57P01", "57P02", "57P03");

    static final Duration RETRY = Duration.ofMillis(200);

    /** How long attempts must fail before the database counts as lost: callers sit out a short restart. */
    private static final long GRACE = Duration.ofSeconds(1).toNanos();

    private static final Logger LOG = LoggerFactory.getLogger(ConnectionPool.class);

    private final PoolOptions options;
    private final Runnable failed;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile boolean reached;
    private volatile @Nullable SQLException failure;

    /** @param failed called after each failure by which the database counts as lost */
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

    /** Why the attempt that goes on has failed for a second and longer; null if it has not. */
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
        long lostAt = System.nanoTime() + GRACE;
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
                    awaitNextAttempt(e, System.nanoTime() - lostAt >= 0);
                }
            }
        } finally {
            failure = null; // however this ends: no attempt is left to find out when the database is back
        }
    }

    /** Throws the failure if the attempt must end. */
    private void awaitNextAttempt(SQLException e, boolean lost) throws SQLException {
        if (!reached || e.getSQLState() == null || !LOST.contains(e.getSQLState())) {
            throw e; // if the database refuses, the pool tries again, less and less often
        }
        if (lost) {
            if (failure == null) {
                LOG.warn("No connection to the database can be opened; retrying until it answers", e);
            }
            failure = e;
            failed.run();
        }
        try {
            if (closed.await(RETRY.toMillis(), TimeUnit.MILLISECONDS)) {
                throw e;
            }
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw e;
        }
    }

    /** Set by the pool. */
    @Override
    public int getLoginTimeout() {
        return DriverManager.getLoginTimeout();
    }

    @Override
    public void setLoginTimeout(int seconds) {
        DriverManager.setLoginTimeout(seconds);
    }
}
