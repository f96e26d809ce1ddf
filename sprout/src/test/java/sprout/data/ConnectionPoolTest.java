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
import java.time.Duration;
import java.util.Properties;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** The connection time-out is so long that a request which waits for it would end the test by its own limit. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
final class ConnectionPoolTest {
    private static final Duration VERY_LONG = Duration.ofMinutes(10);

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
        PoolOptions nonsense =
                new PoolOptions("jdbc:nonsense:people", "", "", 1, 1, VERY_LONG, Duration.ZERO, Duration.ZERO);
        try (ConnectionPool pool = ConnectionPool.open(nonsense)) {
            assertThatThrownBy(pool::connection)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("jdbc:nonsense:people");
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
        DatabaseAddress address = database.address();
        String url = "jdbc:postgresql://%s:%d/%s".formatted(address.host(), port, address.name());
        return new PoolOptions(
                url,
                address.user(),
                address.password(),
                1,
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
