package sprout.data;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs SQL statements with bound parameters: whatever the driver takes, and {@link java.time.Instant} and constants of
 * enums (as their names). Each statement has a separate transaction unless one is current.
 * Thread-safe. All methods throw {@link DataAccessException} if the statement fails or no connection is available.
 */
public final class JdbcTemplate {
    private final ConnectionPool pool;

    public JdbcTemplate(ConnectionPool pool) {
        this.pool = pool;
    }

    /**
     * Reads each row into a record; also for statements that change data and return rows ({@code returning}).
     *
     * @param type a record that is annotated with {@link Row}
     */
    public <T> List<T> queryForList(String sql, Class<T> type, @Nullable Object... parameters) {
        return query(sql, rows -> RowModules.of(type).all(rows), parameters);
    }

    /**
     * Reads the only row into a record; empty if the result has no rows.
     *
     * @param type a record that is annotated with {@link Row}
     * @throws DataAccessException also if there are several rows
     */
    public <T> Optional<T> queryForObject(String sql, Class<T> type, @Nullable Object... parameters) {
        return query(sql, rows -> RowModules.of(type).only(rows, sql), parameters);
    }

    /** Maps each row to an object; also for statements that change data and return rows ({@code returning}). */
    public <T> List<T> query(String sql, RowMapper<T> mapper, @Nullable Object... parameters) {
        return query(sql, rows -> all(rows, mapper), parameters);
    }

    /** Reads all rows into one object. */
    public <T> T query(String sql, RowsReader<T> reader, @Nullable Object... parameters) {
        return execute(sql, parameters, statement -> {
            try (ResultSet rows = statement.executeQuery()) {
                return reader.read(rows);
            }
        });
    }

    /**
     * Changes data.
     *
     * @return the number of changed rows
     */
    public int update(String sql, @Nullable Object... parameters) {
        return execute(sql, parameters, PreparedStatement::executeUpdate);
    }

    private <T> T execute(String sql, @Nullable Object[] parameters, Work<T> work) {
        Transaction transaction = pool.transaction();
        if (transaction != null) {
            return execute(transaction.connection(), transaction, sql, parameters, work);
        }
        try (Connection connection = pool.lend()) {
            return execute(connection, null, sql, parameters, work);
        } catch (SQLException e) {
            throw DataAccessException.failed(sql, e);
        }
    }

    private static <T> T execute(
            Connection connection,
            @Nullable Transaction transaction,
            String sql,
            @Nullable Object[] parameters,
            Work<T> work) {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            if (transaction != null) {
                transaction.limit(statement);
            }
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, Columns.parameter(parameters[i]));
            }
            return work.run(statement);
        } catch (SQLException e) {
            throw DataAccessException.failed(sql, e);
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
