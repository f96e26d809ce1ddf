package comparison.harness.probe;

import comparison.harness.record.Disk;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Format of a raw file: readings in order of time as CSV, below a line with the names of the record's components. All
 * components are {@code long} or {@code @Nullable Double}.
 *
 * @param <T> a reading
 */
public final class Series<T extends Record> {

    private final List<RecordComponent> columns;
    private final Constructor<T> constructor;

    /** Creates the format of a record whose components are all {@code long} or {@code @Nullable Double}. */
    public Series(Class<T> reading) {
        columns = List.of(reading.getRecordComponents());
        try {
            constructor = reading.getDeclaredConstructor(
                    columns.stream().map(RecordComponent::getType).toArray(Class<?>[]::new));
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException(reading + " has no canonical constructor", e);
        }
    }

    void write(Path file, List<T> readings) {
        String header = columns.stream().map(RecordComponent::getName).collect(Collectors.joining(","));
        Stream<String> lines = readings.stream().map(this::line);
        Disk.write(file, Stream.concat(Stream.of(header), lines).collect(Collectors.joining("\n", "", "\n")));
    }

    private String line(T reading) {
        return columns.stream().map(column -> field(column, reading)).collect(Collectors.joining(","));
    }

    private static String field(RecordComponent column, Record reading) {
        try {
            return String.valueOf(column.getAccessor().invoke(reading));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Reads a file of this format.
     *
     * @throws IllegalArgumentException if it is damaged
     * @throws IOException if it cannot be read, or is not a text
     */
    public List<T> read(Path file) throws IOException {
        return Files.readAllLines(file).stream().skip(1).map(this::reading).toList();
    }

    private T reading(String line) {
        String[] fields = line.split(",", -1);
        if (fields.length != columns.size()) {
            throw new IllegalArgumentException("not a reading: " + line);
        }
        Object[] values = new @Nullable Object[fields.length];
        Arrays.setAll(values, i -> value(columns.get(i), fields[i]));
        try {
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static @Nullable Object value(RecordComponent column, String field) {
        if (column.getType() == long.class) {
            return Long.valueOf(field);
        }
        return "null".equals(field) ? null : Double.valueOf(field);
    }
}
