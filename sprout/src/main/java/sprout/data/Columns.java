package sprout.data;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads the columns of a result that the components of a record are set from. The positions of the columns are looked
 * up once per result.
 *
 * <p>The parameter {@code i} of each method is the index of the component in the record. A null in a column is returned
 * as null, or refused with a {@link DataAccessException} if the method returns a primitive. Not thread-safe.
 */
public final class Columns {
    private final ResultSet rows;
    private final List<String> names;
    private final int[] places;

    Columns(ResultSet rows, List<String> names) throws SQLException {
        this.rows = rows;
        this.names = names;
        this.places = new int[names.size()];
        for (int i = 0; i < places.length; i++) {
            places[i] = rows.findColumn(names.get(i));
        }
    }

    /** Converts a parameter of a statement to what the driver takes, so that all that can be read can be written. */
    static @Nullable Object parameter(@Nullable Object value) {
        return switch (value) {
            case Instant time -> time.atOffset(ZoneOffset.UTC);
            case Enum<?> constant -> constant.name();
            case null, default -> value;
        };
    }

    private <T> @Nullable T unlessNull(T value) throws SQLException {
        return rows.wasNull() ? null : value;
    }

    private <T> T required(int i, @Nullable T value) {
        if (value == null) {
            throw DataAccessException.unexpected(
                    "Column %s is null, but its component is a primitive: let that be an object, or the column not null"
                            .formatted(names.get(i)));
        }
        return value;
    }

    public int intValue(int i) throws SQLException {
        return required(i, integer(i));
    }

    public @Nullable Integer integer(int i) throws SQLException {
        return unlessNull(rows.getInt(places[i]));
    }

    public long longValue(int i) throws SQLException {
        return required(i, longOrNull(i));
    }

    public @Nullable Long longOrNull(int i) throws SQLException {
        return unlessNull(rows.getLong(places[i]));
    }

    public double doubleValue(int i) throws SQLException {
        return required(i, doubleOrNull(i));
    }

    public @Nullable Double doubleOrNull(int i) throws SQLException {
        return unlessNull(rows.getDouble(places[i]));
    }

    public boolean booleanValue(int i) throws SQLException {
        return required(i, booleanOrNull(i));
    }

    public @Nullable Boolean booleanOrNull(int i) throws SQLException {
        return unlessNull(rows.getBoolean(places[i]));
    }

    public @Nullable String string(int i) throws SQLException {
        return rows.getString(places[i]);
    }

    public @Nullable BigDecimal decimal(int i) throws SQLException {
        return rows.getBigDecimal(places[i]);
    }

    public byte @Nullable [] bytes(int i) throws SQLException {
        return rows.getBytes(places[i]);
    }

    /** A point in time, from a column with time zone. */
    public @Nullable Instant instant(int i) throws SQLException {
        OffsetDateTime time = rows.getObject(places[i], OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }

    /** The value as the driver converts it to this class, for dates, times and UUID. */
    public <T> @Nullable T object(int i, Class<T> type) throws SQLException {
        return rows.getObject(places[i], type);
    }

    /** The enum constant of this name; letter case is ignored. */
    public <E extends Enum<E>> @Nullable E constant(int i, Class<E> type) throws SQLException {
        String name = rows.getString(places[i]);
        try {
            return name == null ? null : Enum.valueOf(type, name.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw DataAccessException.unexpected(
                    "Column %s is '%s', which is not a constant of %s".formatted(names.get(i), name, type.getName()));
        }
    }
}
