package sprout.data;

import java.sql.ResultSet;
import java.sql.SQLException;

/** Reads all rows into one object. */
@FunctionalInterface
public interface RowsReader<T> {

    /**
     * Reads the rows; the cursor is before the first one.
     *
     * @throws SQLException if a column is missing or has another type
     */
    T read(ResultSet rows) throws SQLException;
}
