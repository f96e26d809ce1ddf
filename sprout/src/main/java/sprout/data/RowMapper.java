package sprout.data;

import java.sql.ResultSet;
import java.sql.SQLException;

/** Makes an object of the current row. */
@FunctionalInterface
public interface RowMapper<T> {

    /**
     * Reads the current row without moving on.
     *
     * @param number of the row, from 0
     * @throws SQLException if a column is not there or has another type
     */
    T map(ResultSet row, int number) throws SQLException;
}
