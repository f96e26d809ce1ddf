package sprout.data;

import java.sql.SQLException;
import java.util.List;

/** The {@link Row} records of one package. Written by the annotation processor and never by hand. */
public interface RowModule {
    /** The records; the place in the list is the index. */
    List<RowType> types();

    /**
     * Makes the record of an index of the current row.
     *
     * @throws SQLException if a value has another type
     */
    Object read(int index, Columns columns) throws SQLException;

    /**
     * A record and the names of its columns, in the order of its components.
     */
    record RowType(Class<?> type, List<String> columns) {}
}
