package sprout.data;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import javax.sql.DataSource;

/**
 * Connections to the database. Opening takes place in the background, because loading the pool and the driver takes longer than all
 * else at start; whoever needs a connection before that waits. Safe for any thread.
 */
public final class ConnectionPool implements AutoCloseable {
    private static final int VALIDATION_SECONDS = 1;

    private final CompletableFuture<HikariDataSource> opening = new CompletableFuture<>();

    private ConnectionPool() {}

    /** Begins to open a pool and returns at once. The database need not be there yet. */
    public static ConnectionPool open(PoolOptions options) {
        ConnectionPool pool = new ConnectionPool();
        Thread opener = new Thread(() -> pool.complete(options), "sprout-pool-opener");
        opener.setDaemon(true);
        opener.start();
        return pool;
    }

    private void complete(PoolOptions options) {
        try {
            opening.complete(new HikariDataSource(hikari(options)));
        } catch (RuntimeException | LinkageError e) {
            opening.completeExceptionally(e);
        }
    }

    private static HikariConfig hikari(PoolOptions options) {
        HikariConfig config = new HikariConfig();
        config.setPoolName("sprout");
        config.setJdbcUrl(options.url());
        if (!options.username().isEmpty()) {
            config.setUsername(options.username());
            config.setPassword(options.password());
        }
        config.setMaximumPoolSize(options.maximumPoolSize());
        config.setMinimumIdle(options.minimumIdle());
        config.setConnectionTimeout(options.connectionTimeout().toMillis());
        config.setIdleTimeout(options.idleTimeout().toMillis());
        config.setMaxLifetime(options.maxLifetime().toMillis());
        // Do not wait for the first connection: an application starts without its database and reports that it is not
        // ready.
        config.setInitializationFailTimeout(-1);
        return config;
    }

    /**
     * Takes a connection, which closing gives back.
     *
     * @throws SQLException if there is none within the connection time-out
     */
    Connection connection() throws SQLException {
        return dataSource().getConnection();
    }

    /**
     * The pool itself, for libraries that want a data source.
     *
     * @throws IllegalStateException if the settings or the driver cannot be used
     */
    public DataSource dataSource() {
        return pool();
    }

    /**
     * The pool itself, for its metrics.
     *
     * @throws IllegalStateException if the settings or the driver cannot be used
     */
    public HikariDataSource pool() {
        try {
            return opening.join();
        } catch (CompletionException e) {
            throw new IllegalStateException("The connection pool cannot be opened: " + e.getCause(), e.getCause());
        }
    }

    /** Whether the database answers; waits for a connection no longer than the connection time-out. */
    public boolean answers() {
        try (Connection connection = connection()) {
            return connection.isValid(VALIDATION_SECONDS);
        } catch (SQLException | IllegalStateException e) {
            return false;
        }
    }

    /** Closes all connections. */
    @Override
    public void close() {
        if (!opening.completeExceptionally(new IllegalStateException("it is closed"))
                && !opening.isCompletedExceptionally()) {
            opening.join().close();
        }
    }
}
