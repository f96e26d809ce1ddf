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
 * Lends connections to the database. The pool opens in the background, because loading it and the driver takes longer
 * than the rest of the start. Until then, callers that need a connection wait for the first attempt.
 *
 * <p>If the database has never answered, the pool retries until it does, and callers get the last failure immediately.
 * The same holds when the database is lost later: the pool has no connection left, and could not open one for a second.
 * Callers that wait because all connections are lent go on waiting. Thread-safe.
 *
 * <p>A database is lost only when the driver reports that. If a machine or a network vanishes without a word, that takes
 * as long as the driver waits for an answer.
 */
public final class ConnectionPool implements AutoCloseable {
    private static final int VALIDATION_SECONDS = 1;
    /** SQLSTATE: the client cannot connect. */
    static final String CANNOT_CONNECT = "08001";
    /** SQLSTATE: the database has no free connection. */
    private static final String TOO_MANY_CONNECTIONS = "53300";
    /**
     * How long the last answer of the database counts while all connections are lent, so that no connection is taken
     * from a request.
     */
    private static final Duration KNOWN = Duration.ofSeconds(10);

    private final PoolOptions options;
    final ConnectionSource source;
    private final Callers callers = new Callers();
    private final Thread opener;
    private final CompletableFuture<HikariDataSource> opened = new CompletableFuture<>();
    private final CountDownLatch attempted = new CountDownLatch(1);
    private final ScopedValue<Transaction> transaction = ScopedValue.newInstance();
    private volatile @Nullable Exception failure;
    /**
     * When the database last answered, in the time of {@link System#nanoTime}; 0 if it did not answer when it was last
     * asked.
     */
    private volatile long seen;

    private ConnectionPool(PoolOptions options) {
        this.options = options;
        this.source = new ConnectionSource(options, this::sendCallersAwayIfLost);
        this.opener = background("sprout-pool-opener", this::openPersistently);
    }

    /**
     * Begins to load the pool and the drivers of the class path, and returns immediately. Does nothing if there is no
     * driver. Call it before the settings are read, because loading takes longer than that.
     */
    public static void prepare() {
        background("sprout-pool-loader", ConnectionPool::load).start();
    }

    private static void load() {
        Logging.await();
        // The first call makes the driver manager find and initialize the drivers; the first object loads the pool's
        // classes.
        if (DriverManager.getDrivers().hasMoreElements()) {
            new HikariDataSource();
            loadWhatTheFirstUserNeeds();
        }
    }

    /**
     * Loads the class of closed connections, which the pool generates by reflection when the first connection is
     * closed. Loading it here overlaps with the log-in.
     */
    private static void loadWhatTheFirstUserNeeds() {
        try {
            Class.forName("com.zaxxer.hikari.pool.ProxyConnection$ClosedConnection");
        } catch (ClassNotFoundException e) {
            // Another version of the pool: the first caller then waits until its classes are loaded.
        }
    }

    /** Begins to open a pool and returns immediately. The database need not be available yet. */
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

    /**
     * Opens the pool and retries while the database does not answer, but not if the settings or the driver are
     * unusable. However this thread ends, no caller may be left waiting.
     */
    private void openPersistently() {
        try {
            Logging.await();
            requireDriver();
            while (!attempt()) {
                awaitDatabase();
            }
        } catch (InterruptedException e) {
            // by close(), which has notified waiting callers
        } catch (RuntimeException | Error e) {
            opened.completeExceptionally(e);
        } finally {
            attempted.countDown();
        }
    }

    private void requireDriver() {
        try {
            DriverManager.getDriver(options.url());
        } catch (SQLException e) {
            String withoutPassword = options.url().replaceFirst("[?;].*", "").replaceFirst("//[^/]*@", "//");
            throw new IllegalStateException("There is no driver for " + withoutPassword, e);
        }
    }

    /** Tries to open the pool; returns true if it is open or closed. */
    private boolean attempt() {
        HikariDataSource pool = hikari();
        if (!isReached(pool) || !opened.complete(pool)) {
            pool.close();
        }
        attempted.countDown();
        return opened.isDone();
    }

    /** Opens the pool by its first connection. */
    private boolean isReached(HikariDataSource pool) {
        try {
            pool.getConnection().close();
            return true;
        } catch (SQLException | PoolInitializationException e) {
            failure = e;
            return false;
        }
    }

    /** Tries single connections until one succeeds, because the pool would log a stack trace for each failure. */
    private void awaitDatabase() throws InterruptedException {
        boolean answers = false;
        while (!answers) {
            Thread.sleep(ConnectionSource.RETRY);
            try (Connection _ = source.open()) {
                answers = true;
            } catch (SQLException e) {
                failure = e;
            }
        }
    }

    /**
     * Configures the data source directly: creating it from a {@code HikariConfig} copies that by reflection, which is
     * slow at start.
     */
    private HikariDataSource hikari() {
        HikariDataSource config = new HikariDataSource();
        config.setPoolName("sprout");
        config.setJdbcUrl(options.url()); // by which the pool knows drivers that need special care
        config.setDataSource(source);
        config.setMaximumPoolSize(options.maximumPoolSize());
        config.setMinimumIdle(options.minimumIdle());
        config.setConnectionTimeout(options.connectionTimeout().toMillis());
        config.setIdleTimeout(options.idleTimeout().toMillis());
        config.setMaxLifetime(options.maxLifetime().toMillis());
        // Opens the first connection now, so that a failure is found here and not by the first request.
        config.setInitializationFailTimeout(1);
        return config;
    }

    /**
     * Takes a connection, which its {@code close} returns to the pool. Waits until the first attempt to open the pool
     * has ended.
     *
     * @throws SQLException if none is available within the connection time-out, the database has not answered since the
     *     start, or it is lost
     * @throws IllegalStateException if the settings or the driver cannot be used, or the pool is closed
     */
    Connection connection() throws SQLException {
        awaitFirstAttempt();
        Exception last = failure;
        if (last != null && !opened.isDone()) {
            throw new SQLException("It has not answered since the start: " + last.getMessage(), CANNOT_CONNECT, last);
        }
        return take(pool());
    }

    /** Takes a connection from the pool, unless the database is lost by now or is lost meanwhile. */
    private Connection take(HikariDataSource pool) throws SQLException {
        try (Callers.Caller caller = callers.enter()) {
            SQLException loss = loss(pool);
            if (loss != null) {
                throw new DatabaseLostException(loss);
            }
            try {
                return pool.getConnection();
            } catch (SQLException e) {
                SQLException reason = caller.reason();
                throw reason == null ? e : new DatabaseLostException(reason);
            }
        }
    }

    /**
     * Why the database is lost; null if it is not. While the pool has connections, some may work although no further
     * one can be opened.
     */
    private @Nullable SQLException loss(HikariDataSource pool) {
        SQLException loss = source.failure();
        return loss == null || pool.getHikariPoolMXBean().getTotalConnections() > 0 ? null : loss;
    }

    private void sendCallersAwayIfLost() {
        if (isOpen()) {
            SQLException loss = loss(opened.join());
            if (loss != null) {
                callers.sendAway(loss);
            }
        }
    }

    /**
     * Takes a connection like {@link #connection}.
     *
     * @throws DataAccessException if none is available
     * @throws IllegalStateException if the settings or the driver cannot be used, or the pool is closed
     */
    Connection lend() {
        try {
            return connection();
        } catch (SQLException e) {
            throw DataAccessException.noConnection(e);
        }
    }

    /** The transaction of this thread; null outside of transactions. */
    @Nullable
    Transaction transaction() {
        return transaction.isBound() ? transaction.get() : null;
    }

    /**
     * Calls work whose statements on this thread take part in the transaction. Afterwards, the previous transaction is
     * current again.
     */
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

    /** A view of the pool as a data source, for libraries that need one. */
    public DataSource dataSource() {
        return new PooledDataSource(this);
    }

    /** The pool itself, for its metrics; completes when the database has answered. */
    public CompletionStage<HikariDataSource> opened() {
        return opened.minimalCompletionStage();
    }

    /**
     * Whether the database answers a check on a connection of the pool. While all of these are lent, an answer of the
     * last 10 seconds counts; without one, the check opens a separate connection. So high load alone does not make the
     * database unavailable. Waits at most the connection time-out for a connection of the pool; for a separate one, as
     * long as the driver does.
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
        try (Connection connection = lent ? source.open() : connection()) {
            return connection.isValid(VALIDATION_SECONDS);
        } catch (SQLException e) {
            return lent && TOO_MANY_CONNECTIONS.equals(e.getSQLState()); // an answer, too
        } catch (IllegalStateException e) {
            return false;
        }
    }

    private boolean isOpen() {
        return opened.isDone() && !opened.isCompletedExceptionally();
    }

    private boolean allLent() {
        if (!isOpen()) {
            return false;
        }
        HikariPoolMXBean pool = opened.join().getHikariPoolMXBean();
        return pool.getThreadsAwaitingConnection() > 0
                || (pool.getIdleConnections() == 0 && pool.getTotalConnections() >= options.maximumPoolSize());
    }

    /** Closes all connections. */
    @Override
    public void close() {
        opened.completeExceptionally(new IllegalStateException("it is closed"));
        source.close();
        if (isOpen()) {
            opened.join().close();
        }
        opener.interrupt();
    }
}
