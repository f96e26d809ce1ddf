package sprout.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import comparison.contract.Database;
import comparison.contract.DatabaseAddress;
import comparison.contract.Forwarder;
import java.io.IOException;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The connection time-out is so long that a request which waits for it would end the test by its own limit. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
final class ConnectionPoolTest {
    private static final Duration VERY_LONG = Duration.ofMinutes(10);
    private static final String LOST = "does not answer any more";

    private final Database database = Database.start();

    @AfterAll
    void stopDatabase() {
        database.close();
    }

    @Test
    void connectionsAreLentAndTakenBack() throws SQLException {
        try (ConnectionPool pool =
                ConnectionPool.open(options(database.address().port()))) {
            for (int i = 0; i < 3; i++) {
                try (Connection connection = pool.connection()) {
                    assertThat(connection.isValid(10)).isTrue();
                }
            }
            assertThat(pool.answers()).isTrue();
        }
    }

    @Test
    void whileTheDatabaseWasNeverThereEveryRequestIsToldSoWithoutWaiting() throws IOException {
        try (Forwarder way = way();
                ConnectionPool pool = ConnectionPool.open(options(way.port()))) {
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(pool::connection)
                        .isInstanceOf(SQLException.class)
                        .hasMessageContaining("has not answered since the start");
            }
            assertThat(pool.answers()).isFalse();
        }
    }

    @Test
    void aDatabaseThatAppearsLaterIsUsed() throws Exception {
        try (Forwarder way = way();
                ConnectionPool pool = ConnectionPool.open(options(way.port()))) {
            assertThat(pool.answers()).isFalse();
            way.open();
            pool.opened().toCompletableFuture().join();
            assertThat(pool.answers()).isTrue();
        }
    }

    @Test
    void aPoolThatHasLentAllItsConnectionsIsNotTakenForADatabaseThatIsGone() throws Exception {
        try (Forwarder way = way();
                ConnectionPool pool = ConnectionPool.open(options(way.port()))) {
            way.open();
            pool.opened().toCompletableFuture().join();
            try (Connection _ = pool.connection()) {
                assertThat(pool.answers())
                        .as("asked over a separate connection")
                        .isTrue();
                assertThat(pool.answers()).as("known").isTrue();
            }
        }
    }

    @Test
    void aDatabaseThatIsGoneIsNoticedWhileAllConnectionsAreLent() throws Exception {
        try (Forwarder way = way();
                ConnectionPool pool = ConnectionPool.open(options(way.port()))) {
            way.open();
            pool.opened().toCompletableFuture().join();
            try (Connection _ = pool.connection()) {
                way.shut();
                assertThat(pool.answers()).isFalse();
            }
        }
    }

    @Test
    void whileTheDatabaseIsLostEveryRequestIsToldSoWithoutWaiting() throws Exception {
        try (Forwarder way = way();
                ConnectionPool pool = ConnectionPool.open(options(way.port()))) {
            for (int i = 0; i < 2; i++) {
                way.open();
                awaitAnswer(pool);
                way.shut();
                endConnections();
                awaitLoss(pool);
                for (int j = 0; j < 3; j++) {
                    assertThatThrownBy(pool::connection).hasMessageContaining(LOST);
                }
                assertThat(pool.answers()).isFalse();
            }
        }
    }

    private static void awaitAnswer(ConnectionPool pool) throws InterruptedException {
        while (!pool.answers()) {
            Thread.sleep(10);
        }
    }

    /** The pool lends a connection unchecked if it was used less than half a second ago, so the first users fail. */
    private static void awaitLoss(ConnectionPool pool) {
        String failure = "";
        while (!failure.contains(LOST) && !Thread.currentThread().isInterrupted()) { // by @Timeout
            try (Connection connection = pool.connection()) {
                query(connection);
            } catch (SQLException e) {
                failure = String.valueOf(e.getMessage());
            }
        }
    }

    private static void query(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("select 1");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aRequestThatWaitsWhenTheDatabaseIsLostIsToldSo(boolean virtual) throws Exception {
        try (Forwarder way = way();
                ConnectionPool pool = ConnectionPool.open(options(way.port()))) {
            way.open();
            awaitAnswer(pool);
            CompletableFuture<Boolean> refused;
            try (Connection lent = pool.connection()) {
                refused = refused(pool, virtual);
                way.shut();
                endConnections();
                assertThatThrownBy(() -> query(lent)).isInstanceOf(SQLException.class);
            }
            assertThat(refused.get()).as("its thread is interrupted").isFalse();
        }
    }

    /** Waits for a connection on another thread; returns when it does. */
    private static CompletableFuture<Boolean> refused(ConnectionPool pool, boolean virtual) throws Exception {
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        Runnable call = () -> {
            assertThatThrownBy(pool::connection).hasMessageContaining(LOST);
            interrupted.complete(Thread.currentThread().isInterrupted());
        };
        (virtual ? Thread.ofVirtual() : Thread.ofPlatform().daemon()).start(call);
        awaitCallers(pool, 1);
        return interrupted;
    }

    private static void awaitCallers(ConnectionPool pool, int count) throws Exception {
        var hikari = pool.opened().toCompletableFuture().get().getHikariPoolMXBean();
        while (hikari.getThreadsAwaitingConnection() != count) {
            Thread.sleep(1);
        }
    }

    @Test
    void requestsWaitForALentConnectionAlthoughNoFurtherOneCanBeOpened() throws Exception {
        try (Forwarder way = way();
                ConnectionPool pool = ConnectionPool.open(options(way.port(), 2))) {
            way.open();
            awaitAnswer(pool);
            CompletableFuture<Connection> second = new CompletableFuture<>();
            try (Connection _ = pool.connection()) {
                way.shut();
                Thread.ofPlatform().daemon().start(() -> second.complete(pool.lend()));
                awaitCallers(pool, 1);
                while (pool.source.failure() == null) {
                    Thread.sleep(1);
                }
                assertThat(second).isNotDone();
            }
            try (Connection connection = second.get()) {
                assertThat(connection.isValid(10)).isTrue();
            }
        }
    }

    /** Those that were forwarded outlive the forwarding. */
    private void endConnections() throws SQLException {
        PoolOptions direct = options(database.address().port(), 1);
        try (Connection connection = DriverManager.getConnection(direct.url(), direct.username(), direct.password());
                Statement statement = connection.createStatement()) {
            statement.execute("select pg_terminate_backend(pid) from pg_stat_activity where usename = current_user"
                    + " and pid <> pg_backend_pid()");
        }
    }

    @Test
    void aDataSourceIsThereBeforeTheDatabase() throws Exception {
        try (Forwarder way = way();
                ConnectionPool pool = ConnectionPool.open(options(way.port()))) {
            var source = pool.dataSource();
            assertThatThrownBy(source::getConnection).isInstanceOf(SQLException.class);
            way.open();
            pool.opened().toCompletableFuture().join();
            try (Connection connection = source.getConnection()) {
                assertThat(connection.isValid(10)).isTrue();
            }
        }
    }

    @Test
    void anUnusableUrlIsNotTriedAgain() {
        PoolOptions nonsense = new PoolOptions(
                "jdbc:nonsense://me:secret@host/people?password=secret",
                "",
                "",
                1,
                1,
                VERY_LONG,
                Duration.ZERO,
                Duration.ZERO);
        try (ConnectionPool pool = ConnectionPool.open(nonsense)) {
            assertThatThrownBy(pool::connection)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("jdbc:nonsense://host/people")
                    .hasMessageNotContaining("secret");
        }
    }

    @Test
    void aDriverThatFailsWithAnErrorLeavesNobodyWaiting() throws SQLException {
        Driver driver = new FaultyDriver();
        DriverManager.registerDriver(driver);
        PoolOptions options = new PoolOptions(FaultyDriver.URL, "", "", 1, 1, VERY_LONG, Duration.ZERO, Duration.ZERO);
        try (ConnectionPool pool = ConnectionPool.open(options)) {
            assertThatThrownBy(pool::connection)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("the driver is faulty");
            assertThat(pool.answers()).isFalse();
        } finally {
            DriverManager.deregisterDriver(driver);
        }
    }

    @Test
    void aClosedPoolLendsNothing() throws IOException {
        try (Forwarder way = way()) {
            ConnectionPool absent = ConnectionPool.open(options(way.port()));
            assertThat(absent.answers()).isFalse();
            absent.close();
            assertThatThrownBy(absent::connection)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("closed");
        }
    }

    /** A way to the database that is not open yet. */
    private Forwarder way() throws IOException {
        return new Forwarder(database.address().port());
    }

    private PoolOptions options(int port) {
        return options(port, 1);
    }

    private PoolOptions options(int port, int maximumPoolSize) {
        DatabaseAddress address = database.address();
        String url = "jdbc:postgresql://%s:%d/%s".formatted(address.host(), port, address.name());
        return new PoolOptions(
                url,
                address.user(),
                address.password(),
                maximumPoolSize,
                1,
                VERY_LONG,
                Duration.ofMinutes(10),
                Duration.ofMinutes(30));
    }

    /** Fails with an {@link Error} as soon as it is asked for its URL. */
    private static final class FaultyDriver implements Driver {
        private static final String URL = "jdbc:faulty:people";

        @Override
        public boolean acceptsURL(String url) {
            if (url.equals(URL)) {
                throw new InternalError("the driver is faulty");
            }
            return false;
        }

        @Override
        public @Nullable Connection connect(String url, Properties info) {
            return null;
        }

        @Override
        public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
            return new DriverPropertyInfo[0];
        }

        @Override
        public int getMajorVersion() {
            return 1;
        }

        @Override
        public int getMinorVersion() {
            return 0;
        }

        @Override
        public boolean jdbcCompliant() {
            return false;
        }

        @Override
        public Logger getParentLogger() throws SQLFeatureNotSupportedException {
            throw new SQLFeatureNotSupportedException();
        }
    }
}
