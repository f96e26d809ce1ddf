package sprout.mvc;

import io.avaje.json.JsonAdapter;
import io.avaje.json.JsonDataException;
import io.avaje.json.JsonReader;
import io.avaje.json.JsonWriter;
import io.avaje.jsonb.Jsonb;

/** Reads numbers of types that {@link JsonReader} does not know, and rejects those that do not fit their type. */
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
        FLOAT(Float.class, Float.TYPE);

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
                case FLOAT -> finite(reader);
            };
        }

        @Override
        public void toJson(JsonWriter writer, Number value) {
            switch (kind) {
                case BYTE, SHORT -> writer.value(value.intValue());
                // Through its digits: the double value of 0.1f would be written as 0.10000000149011612.
                case FLOAT -> writer.value(Double.parseDouble(Float.toString(value.floatValue())));
            }
        }
    }

    private static long whole(JsonReader reader, long least, long greatest) {
        long value = reader.readLong();
        if (value < least || value > greatest) {
            throw new JsonDataException(value + " is out of range");
        }
        return value;
    }

    private static float finite(JsonReader reader) {
        float value = reader.readDecimal().floatValue();
        if (Float.isInfinite(value)) {
            throw new JsonDataException("out of range");
        }
        return value;
    }
}
