package sprout.mvc;

import io.avaje.json.JsonAdapter;
import io.avaje.json.JsonDataException;
import io.avaje.json.JsonReader;
import io.avaje.json.JsonWriter;
import io.avaje.jsonb.Jsonb;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** Adapters of numbers that refuse what does not fit, where those of the library wrap around (int) or become infinite (double). */
final class JsonNumbers {
    private JsonNumbers() {}

    static void addTo(Jsonb.Builder jsonb) {
        add(
                jsonb,
                Byte.class,
                Byte.TYPE,
                reader -> (byte) whole(reader, Byte.MIN_VALUE, Byte.MAX_VALUE),
                (writer, value) -> writer.value(value.intValue()));
        add(
                jsonb,
                Short.class,
                Short.TYPE,
                reader -> (short) whole(reader, Short.MIN_VALUE, Short.MAX_VALUE),
                (writer, value) -> writer.value(value.intValue()));
        add(
                jsonb,
                Integer.class,
                Integer.TYPE,
                reader -> (int) whole(reader, Integer.MIN_VALUE, Integer.MAX_VALUE),
                (writer, value) -> writer.value(value.intValue()));
        add(
                jsonb,
                Float.class,
                Float.TYPE,
                reader -> (float) finite(reader, Float.MAX_VALUE),
                (writer, value) -> writer.value(value.doubleValue()));
        add(
                jsonb,
                Double.class,
                Double.TYPE,
                reader -> finite(reader, Double.MAX_VALUE),
                (writer, value) -> writer.value(value.doubleValue()));
    }

    private static <T> void add(
            Jsonb.Builder jsonb,
            Class<T> type,
            Class<T> primitive,
            Function<JsonReader, T> read,
            BiConsumer<JsonWriter, T> write) {
        JsonAdapter<T> adapter = new NumberAdapter<>(read, write);
        jsonb.add(primitive, adapter);
        jsonb.add(type, adapter.nullSafe());
    }

    private static long whole(JsonReader reader, long least, long greatest) {
        long value = reader.readLong();
        if (value < least || value > greatest) {
            throw new OutOfRangeException("must be a whole number from %d to %d".formatted(least, greatest));
        }
        return value;
    }

    private static double finite(JsonReader reader, double greatest) {
        double value = reader.readDouble();
        if (!(Math.abs(value) <= greatest)) {
            throw new OutOfRangeException("must be a number from %s to %s".formatted(-greatest, greatest));
        }
        return value;
    }

    private record NumberAdapter<T>(Function<JsonReader, T> read, BiConsumer<JsonWriter, T> write)
            implements JsonAdapter<T> {
        @Override
        public T fromJson(JsonReader reader) {
            return read.apply(reader);
        }

        @Override
        public void toJson(JsonWriter writer, T value) {
            write.accept(writer, value);
        }
    }

    /** Says what the field must be. */
    static final class OutOfRangeException extends JsonDataException {
        private static final long serialVersionUID = 1L;

        OutOfRangeException(String message) {
            super(message);
        }
    }
}
