package sprout.data;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import sprout.config.Logging;

/**
 * Connections to the database. Opening takes place in the background, because loading the pool and the driver takes longer than all
 * else at start; whoever needs a connection before that waits for the first attempt. As long as the database has never answered, it is
 * tried again and again, and who needs a connection is told the last failure at once. Safe for any thread.
 */
public final class ConnectionPool implements AutoCloseable {
    private static final int VALIDATION_SECONDS = 1;
    private static final Duration RETRY = Duration.ofMillis(500);
    /** SQLSTATE of a client that cannot establish its connection. */
    private static final String CANNOT_CONNECT = "08001";
    /** SQLSTATE of a database that has no connection left for anybody. */
    private static final String TOO_MANY_CONNECTIONS = "53300";
    /** How long an answer of the database is believed that cannot be asked for anew without taking a connection from a request. */
    private static final Duration KNOWN = Duration.ofSeconds(10);

    private final PoolOptions options;
    private final Thread opener;
    private final CompletableFuture<HikariDataSource> opened = new CompletableFuture<>();
    private final CountDownLatch attempted = new CountDownLatch(1);
    private final ScopedValue<Transaction> transaction = ScopedValue.newInstance();
    private volatile @Nullable Exception failure;
    /** When the database last answered, in the time of {@link System#nanoTime}; 0 if it did not when it was last asked. */
    private volatile long seen;

    private ConnectionPool(PoolOptions options) {
        this.options = options;
        this.opener = background("sprout-pool-opener", this::openPersistently);
    }

    /**
     * Begins to load the pool and the drivers of the class path, and returns at once; does nothing if there is no driver. To be called
     * before the settings are read, because loading takes longer than that.
     */
    public static void prepare() {
        background("sprout-pool-loader", ConnectionPool::load).start();
    }

    private static void load() {
        Logging.await();
        // The first question makes the driver manager find and initialise the drivers, the first object the pool's
        // classes.
        if (DriverManager.getDrivers().hasMoreElements()) {
            new HikariDataSource();
            loadWhatTheFirstUserNeeds();
        }
    }

    /** The stand-in of a closed connection is made by reflection when the first one is closed; here it is made beside the log-in. */
    private static void loadWhatTheFirstUserNeeds() {
        try {
            Class.forName("com.zaxxer.hikari.pool.ProxyConnection$ClosedConnection");
        } catch (ClassNotFoundException e) {
            // Another version of the pool; the first user then waits for whatever it needs.
        }
    }

    /** Begins to open a pool and returns at once. The database need not be there yet. */
    public static ConnectionPool open(PoolOptions options) {
        ConnectionPool pool = new ConnectionPool(options);
        pool.opener.start();
        return pool;
    }

    private static Thread background(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    private void openPersistently() {
        Logging.await();
        try {
            while (!attempt()) {
                awaitDatabase();
            }
        } catch (InterruptedException e) {
            // By close(), which has told those who wait.
        }
    }

    /** Whether there is nothing left to try: it is open, or the settings or the driver cannot be used. */
    private boolean attempt() {
        try {
            HikariDataSource pool = hikari();
            if (!isReached(pool) || !opened.complete(pool)) {
                pool.close();
            }
        } catch (RuntimeException | LinkageError e) {
            opened.completeExceptionally(e);
        }
        attempted.countDown();
        return opened.isDone();
    }

    /** Its first connection opens the pool. */
    private boolean isReached(HikariDataSource pool) {
        try {
            pool.getConnection().close();
            return true;
        } catch (SQLException | PoolInitializationException e) {
            failure = e;
            return false;
        }
    }

    /** Tries single connections, because the pool would log the trace of each failure. */
    private void awaitDatabase() throws InterruptedException {
        boolean answers = false;
        while (!answers) {
            Thread.sleep(RETRY);
            try (Connection _ = singleConnection()) {
                answers = true;
            } catch (SQLException e) {
                failure = e;
            }
        }
    }

    private Connection singleConnection() throws SQLException {
        return options.username().isEmpty()
                ? DriverManager.getConnection(options.url())
                : DriverManager.getConnection(options.url(), options.username(), options.password());
    }

    /** Configured in place: one that is made from a {@code HikariConfig} copies it by reflection, which is slow at start. */
    private HikariDataSource hikari() {
        HikariDataSource config = new HikariDataSource();
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
        // Opens the first connection itself instead of letting the first request find out that there is none.
        config.setInitializationFailTimeout(1);
        return config;
    }

    /**
     * Takes a connection, which closing gives back.
     *
     * @throws SQLException if there is none within the connection time-out, or the database has not answered since the start
     * @throws IllegalStateException if the settings or the driver cannot be used
     */
    Connection connection() throws SQLException {
        awaitFirstAttempt();
        Exception last = failure;
        if (last != null && !opened.isDone()) {
            throw new SQLException("It has not answered since the start: " + last.getMessage(), CANNOT_CONNECT, last);
        }
        return pool().getConnection();
    }

    /**
     * Takes a connection, which closing gives back.
     *
     * @throws DataAccessException if there is none
     */
    Connection lend() {
        try {
            return connection();
        } catch (SQLException e) {
            throw DataAccessException.noConnection(e);
        }
    }

    /** The transaction of this thread, or null if none runs. */
    @Nullable
    Transaction transaction() {
        return transaction.isBound() ? transaction.get() : null;
    }

    /** Calls so that statements of this thread take part in the transaction; afterwards that which ran before is back. */
    <T extends @Nullable Object, E extends Throwable> T callIn(Transaction next, ScopedValue.CallableOp<T, E> work)
            throws E {
        return ScopedValue.where(transaction, next).call(work);
    }

    private void awaitFirstAttempt() throws SQLException {
        try {
            attempted.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SQLException("Interrupted while the pool was opened", CANNOT_CONNECT, e);
        }
    }

    private HikariDataSource pool() {
        try {
            return opened.join();
        } catch (CompletionException e) {
            throw new IllegalStateException("The connection pool cannot be opened: " + e.getCause(), e.getCause());
        }
    }

    /** The connections as a data source, for libraries that want one. */
    public DataSource dataSource() {
        return new PooledDataSource(this);
    }

    /** The pool itself, for its metrics, as soon as the database has answered. */
    public CompletionStage<HikariDataSource> opened() {
        return opened.minimalCompletionStage();
    }

    /**
     * Whether the database answers. Asked over a connection of the pool; while all of these are lent, what was known last holds for 10
     * seconds, and then a connection of its own asks. So load alone makes no database absent. Waits no longer than the connection
     * time-out.
     */
    public boolean answers() {
        boolean lent = allLent();
        if (lent && seen != 0 && System.nanoTime() - seen < KNOWN.toNanos()) {
            return true;
        }
        boolean answers = asked(lent);
        seen = answers ? System.nanoTime() | 1 : 0;
        return answers;
    }

    private boolean asked(boolean lent) {
        try (Connection connection = lent ? singleConnection() : connection()) {
            return connection.isValid(VALIDATION_SECONDS);
        } catch (SQLException e) {
            return lent && TOO_MANY_CONNECTIONS.equals(e.getSQLState()); // an answer, too
        } catch (IllegalStateException e) {
            return false;
        }
    }

    private boolean allLent() {
        if (!opened.isDone() || opened.isCompletedExceptionally()) {
            return false;
        }
        HikariPoolMXBean pool = opened.join().getHikariPoolMXBean();
        return pool.getThreadsAwaitingConnection() > 0
                || (pool.getIdleConnections() == 0 && pool.getTotalConnections() >= options.maximumPoolSize());
    }

    /** Closes all connections. */
    @Override
    public void close() {
        if (!opened.completeExceptionally(new IllegalStateException("it is closed"))
                && !opened.isCompletedExceptionally()) {
            opened.join().close();
        }
        opener.interrupt();
    }
}
