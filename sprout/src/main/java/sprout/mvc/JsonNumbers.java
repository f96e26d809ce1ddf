package sprout.mvc;

import io.avaje.json.JsonAdapter;
import io.avaje.json.JsonDataException;
import io.avaje.json.JsonReader;
import io.avaje.json.JsonWriter;
import io.avaje.jsonb.Jsonb;

/**
 * Reads numbers from JSON and rejects those that do not fit their type. The adapters of the library wrap around (int)
 * or return infinity (double).
 */
final class JsonNumbers {
    private JsonNumbers() {}

    static void addTo(Jsonb.Builder jsonb) {
        for (Kind kind : Kind.values()) {
            JsonAdapter<Number> adapter = new NumberAdapter(kind);
            jsonb.add(kind.primitive, adapter);
            jsonb.add(kind.type, adapter.nullSafe());
        }
    }

    private enum Kind {
        BYTE(Byte.class, Byte.TYPE),
        SHORT(Short.class, Short.TYPE),
        INT(Integer.class, Integer.TYPE),
        FLOAT(Float.class, Float.TYPE),
        DOUBLE(Double.class, Double.TYPE);

        private final Class<?> type;
        private final Class<?> primitive;

        Kind(Class<?> type, Class<?> primitive) {
            this.type = type;
            this.primitive = primitive;
        }
    }

    /** Handles all types in one class instead of two lambdas per type, because linking each lambda delays the start. */
    private record NumberAdapter(Kind kind) implements JsonAdapter<Number> {
        @Override
        public Number fromJson(JsonReader reader) {
            return switch (kind) {
                case BYTE -> (byte) whole(reader, Byte.MIN_VALUE, Byte.MAX_VALUE);
                case SHORT -> (short) whole(reader, Short.MIN_VALUE, Short.MAX_VALUE);
                case INT -> (int) whole(reader, Integer.MIN_VALUE, Integer.MAX_VALUE);
                case FLOAT -> (float) finite(reader, Float.MAX_VALUE);
                case DOUBLE -> finite(reader, Double.MAX_VALUE);
            };
        }

        @Override
        public void toJson(JsonWriter writer, Number value) {
            switch (kind) {
                case BYTE, SHORT, INT -> writer.value(value.intValue());
                // Through its digits: the double value of 0.1f would be written as 0.10000000149011612.
                case FLOAT -> writer.value(Double.parseDouble(Float.toString(value.floatValue())));
                case DOUBLE -> writer.value(value.doubleValue());
            }
        }
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

    /** Reports a number that is out of range. The message says what the field must be. */
    static final class OutOfRangeException extends JsonDataException {
        private static final long serialVersionUID = 1L;

        OutOfRangeException(String message) {
            super(message);
        }
    }
}
