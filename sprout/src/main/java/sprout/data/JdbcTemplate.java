package sprout.data;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs SQL statements with bound parameters, each in a transaction of its own unless one is running. Safe for any thread. Every
 * method throws {@link DataAccessException} if the statement fails or there is no connection.
 */
public final class JdbcTemplate {
    private final ConnectionPool pool;

    public JdbcTemplate(ConnectionPool pool) {
        this.pool = pool;
    }

    /** Makes an object of each row; also for statements that change data and return rows ({@code returning}). */
    public <T> List<T> query(String sql, RowMapper<T> mapper, @Nullable Object... parameters) {
        return query(sql, rows -> all(rows, mapper), parameters);
    }

    /** Makes one object of all rows. */
    public <T> T query(String sql, RowsReader<T> reader, @Nullable Object... parameters) {
        return execute(sql, parameters, statement -> {
            try (ResultSet rows = statement.executeQuery()) {
                return reader.read(rows);
            }
        });
    }

    /** Changes data and returns the number of rows that were. */
    public int update(String sql, @Nullable Object... parameters) {
        return execute(sql, parameters, PreparedStatement::executeUpdate);
    }

    private <T> T execute(String sql, @Nullable Object[] parameters, Work<T> work) {
        try (Connection connection = connection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            return work.run(statement);
        } catch (SQLException e) {
            throw DataAccessException.failed(sql, e);
        }
    }

    private Connection connection() {
        try {
            return pool.connection();
        } catch (SQLException e) {
            throw DataAccessException.noConnection(e);
        }
    }

    private static <T> List<T> all(ResultSet rows, RowMapper<T> mapper) throws SQLException {
        List<T> objects = new ArrayList<>();
        while (rows.next()) {
            objects.add(mapper.map(rows, objects.size()));
        }
        return objects;
    }

    @FunctionalInterface
    private interface Work<T> {
        T run(PreparedStatement statement) throws SQLException;
    }
}
