package sprout.data;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import sprout.data.RowModule.RowType;

/**
 * Finds the reader of a record's class. It is found once and kept with the class, so nothing is looked up per request.
 */
final class RowModules extends ClassValue<RowModules.Reader<?>> {
    private static final RowModules READERS = new RowModules();

    @SuppressWarnings("unchecked") // computeValue makes the reader of a class for that class
    static <T> Reader<T> of(Class<T> type) {
        return (Reader<T>) READERS.get(type);
    }

    @Override
    protected Reader<?> computeValue(Class<?> type) {
        for (RowModule module : ServiceLoader.load(RowModule.class, type.getClassLoader())) {
            List<RowType> types = module.types();
            for (int i = 0; i < types.size(); i++) {
                if (types.get(i).type() == type) {
                    return new Reader<>(type, module, i, types.get(i).columns());
                }
            }
        }
        throw DataAccessException.unexpected(
                "Rows cannot be read into %s: annotate the record with @Row and compile it with Sprout's annotation processor"
                        .formatted(type.getName()));
    }

    /** Reads rows into records of one class. */
    record Reader<T>(Class<?> type, RowModule module, int index, List<String> columns) {

        List<T> all(ResultSet rows) throws SQLException {
            Columns found = new Columns(rows, columns);
            List<T> records = new ArrayList<>();
            while (rows.next()) {
                records.add(read(found));
            }
            return records;
        }

        Optional<T> only(ResultSet rows, String sql) throws SQLException {
            if (!rows.next()) {
                return Optional.empty();
            }
            T first = read(new Columns(rows, columns));
            if (rows.next()) {
                throw DataAccessException.unexpected(sql + ": several rows, but at most one was expected");
            }
            return Optional.of(first);
        }

        @SuppressWarnings("unchecked") // the module makes objects of the type that it names
        private T read(Columns found) throws SQLException {
            return (T) module.read(index, found);
        }
    }
}
