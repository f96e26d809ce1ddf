package sprout.data;

import java.sql.ResultSet;
import java.sql.SQLException;

/** Makes one object of all rows. */
@FunctionalInterface
public interface RowsReader<T> {

    /**
     * Reads the rows; the cursor stands before the first.
     *
     * @throws SQLException if a column is not there or has another type
     */
    T read(ResultSet rows) throws SQLException;
}
