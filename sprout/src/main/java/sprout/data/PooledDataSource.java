package sprout.data;

import java.sql.Connection;
import java.sql.SQLException;

/** Adapts a pool to {@link javax.sql.DataSource}, even before it is open. */
final class PooledDataSource extends ConfiguredDataSource {
    private final ConnectionPool pool;

    PooledDataSource(ConnectionPool pool) {
        this.pool = pool;
    }

    @Override
    public Connection getConnection() throws SQLException {
        return pool.connection();
    }
}
