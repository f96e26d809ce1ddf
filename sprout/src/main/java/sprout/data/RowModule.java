package sprout.data;

import java.sql.SQLException;
import java.util.List;

/**
 * Reads the {@link Row} records of one package. The annotation processor writes the implementations; do not write one
 * yourself.
 */
public interface RowModule {
    /** The records; the place in the list is their index. */
    List<RowType> types();

    /**
     * Reads the current row into the record of an index.
     *
     * @throws SQLException if a value has another type
     */
    Object read(int index, Columns columns) throws SQLException;

    /** Describes a record: its class, and the names of its columns in the order of its components. */
    record RowType(Class<?> type, List<String> columns) {}
}
