package sprout.data;

import java.sql.ResultSet;
import java.sql.SQLException;

/** Maps one row to an object. */
@FunctionalInterface
public interface RowMapper<T> {

    /**
     * Maps the current row, without moving the cursor.
     *
     * @param number of the row, from 0
     * @throws SQLException if a column is missing or has another type
     */
    T map(ResultSet row, int number) throws SQLException;
}
