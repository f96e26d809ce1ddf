package sprout.mvc;

import io.avaje.json.JsonReader;
import io.avaje.json.PropertyNames;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * Tracks the position and the last requested type while it reads, so that an error can name the field. After a failed
 * read the body is read again through this class. It also corrects two errors of the library: a whole number with an
 * exponent wraps around, and an escaped name is not recognized. Plain, valid bodies are read without it, at no cost.
 * Not thread-safe.
 */
final class JsonTrace implements JsonReader {
    private static final int MAX_VALUE_IN_MESSAGE = 50;

    private final JsonReader reader;
    private final Deque<Place> places = new ArrayDeque<>();
    private String expected = "must be of another type";

    JsonTrace(JsonReader reader) {
        this.reader = reader;
    }

    /** The path of the field that was read last, for example {@code lines[2].price}; empty at the top level. */
    String path() {
        StringBuilder path = new StringBuilder();
        for (Iterator<Place> each = places.descendingIterator(); each.hasNext(); ) {
            each.next().appendTo(path);
        }
        return path.toString();
    }

    /** What is wrong with the field that was read last. */
    String expected() {
        return expected;
    }

    /** Remembers a value in case the caller rejects it. */
    private <T> T read(T value) {
        String text = String.valueOf(value);
        expected = "cannot be '%s'"
                .formatted(text.length() > MAX_VALUE_IN_MESSAGE ? text.substring(0, MAX_VALUE_IN_MESSAGE) + "…" : text);
        return value;
    }

    @Override
    public <T> T unwrap(Class<T> type) {
        return reader.unwrap(type);
    }

    @Override
    public void beginArray() {
        expected = "must be an array";
        reader.beginArray();
        places.push(new Place(true));
    }

    @Override
    public void endArray() {
        reader.endArray();
        places.pop();
    }

    @Override
    public boolean hasNextElement() {
        boolean more = reader.hasNextElement();
        if (more && !places.isEmpty()) {
            places.element().index++;
        }
        return more;
    }

    @Override
    public void beginObject(PropertyNames names) {
        expected = "must be an object";
        // Does not pass the known names on: the library would not recognize an escaped name among them.
        reader.beginObject();
        places.push(new Place(false));
    }

    @Override
    public void beginObject() {
        expected = "must be an object";
        reader.beginObject();
        places.push(new Place(false));
    }

    @Override
    public void endObject() {
        reader.endObject();
        places.pop();
        expected = "has values that do not belong together";
    }

    @Override
    public boolean hasNextField() {
        return reader.hasNextField();
    }

    @Override
    public String nextField() {
        // The library does not unescape names.
        String name = JsonSyntax.unescaped(reader.nextField());
        places.element().name = name;
        return name;
    }

    @Override
    public boolean isNullValue() {
        return reader.isNullValue();
    }

    @Override
    public boolean readBoolean() {
        expected = "must be true or false";
        return read(reader.readBoolean());
    }

    @Override
    public int readInt() {
        expected = "must be a whole number";
        return read(reader.readDecimal().intValueExact());
    }

    @Override
    public long readLong() {
        expected = "must be a whole number from %d to %d".formatted(Long.MIN_VALUE, Long.MAX_VALUE);
        return read(reader.readDecimal().longValueExact());
    }

    @Override
    public double readDouble() {
        expected = "must be a number";
        return read(reader.readDouble());
    }

    @Override
    public BigDecimal readDecimal() {
        expected = "must be a number";
        return read(reader.readDecimal());
    }

    @Override
    public BigInteger readBigInteger() {
        expected = "must be a whole number";
        return read(reader.readBigInteger());
    }

    @Override
    public String readString() {
        expected = "must be a string";
        return read(reader.readString());
    }

    @Override
    public byte[] readBinary() {
        expected = "must be a string of base64";
        return reader.readBinary();
    }

    @Override
    public String readRaw() {
        return reader.readRaw();
    }

    @Override
    public String location() {
        return reader.location();
    }

    @Override
    public Token currentToken() {
        return reader.currentToken();
    }

    @Override
    public void close() {
        reader.close();
    }

    @Override
    public void skipValue() {
        reader.skipValue();
    }

    @Override
    public void unmappedField(String name) {
        reader.unmappedField(name);
    }

    /** Represents an open object or array, and the position in it. */
    private static final class Place {
        private final boolean array;
        private int index = -1;
        private String name = "";

        Place(boolean array) {
            this.array = array;
        }

        void appendTo(StringBuilder path) {
            if (array) {
                path.append('[').append(Math.max(0, index)).append(']');
            } else if (!name.isEmpty()) {
                path.append(path.isEmpty() ? "" : ".").append(name);
            }
        }
    }
}
