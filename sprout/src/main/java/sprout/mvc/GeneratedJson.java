package sprout.mvc;

import io.avaje.json.stream.BufferRecycleStrategy;
import io.avaje.jsonb.JsonType;
import io.avaje.jsonb.Jsonb;
import java.io.OutputStream;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import sprout.http.HttpException;

/** Uses the adapters that avaje-jsonb generates at build time. Thread-safe. */
final class GeneratedJson implements Json {
    private final Jsonb jsonb = jsonb();
    private final Map<Type, JsonType<Object>> types = new ConcurrentHashMap<>();

    private static Jsonb jsonb() {
        Jsonb.Builder jsonb = Jsonb.builder()
                .serializeNulls(true)
                .serializeEmpty(true)
                .failOnNullPrimitives(true)
                // By default each platform thread keeps buffers that have grown to its largest body.
                .bufferRecycling(BufferRecycleStrategy.LOCK_FREE);
        JsonNumbers.addTo(jsonb);
        return jsonb.build();
    }

    @Override
    public Object read(byte[] bytes, Type type) {
        if (bytes.length == 0) {
            throw new HttpException(400, "The request needs a JSON body, but has none.");
        }
        JsonSyntax.require(bytes);
        // Outside the try: a type without an adapter is an error of the application, not of the client.
        JsonType<Object> adapter = type(type);
        CheckedJson json = new CheckedJson(bytes);
        try {
            Object value = adapter.fromJson(json);
            if (value != null) {
                return value;
            }
        } catch (HttpException e) {
            throw e;
        } catch (RuntimeException e) {
            throw failure(json, e);
        }
        throw new HttpException(400, "The JSON must not be null.");
    }

    /** Every failure counts as an error of the client, including an exception in the constructor of a record. */
    private static HttpException failure(CheckedJson json, RuntimeException cause) {
        String path = json.path();
        return path.isEmpty()
                ? new HttpException(400, "The JSON of the body %s.".formatted(json.complaint()), cause)
                : InvalidRequestException.of(path, json.complaint());
    }

    @Override
    public byte[] write(Object value) {
        Pieces pieces = new Pieces();
        try {
            jsonb.toJson(value, pieces);
            return pieces.together();
        } finally {
            pieces.clear(); // the writer, which waits in the pool for its next value, still refers to them
        }
    }

    private JsonType<Object> type(Type type) {
        JsonType<Object> known = types.get(type);
        if (known == null) {
            known = jsonb.type(type);
            types.put(type, known);
        }
        return known;
    }

    /**
     * Collects what the writer flushes whenever its buffer is full, so that its buffer need not grow to the size of the
     * answer. Most answers are one piece, which is copied once.
     */
    private static final class Pieces extends OutputStream {
        private static final byte[] NOTHING = {};

        private byte[] bytes = NOTHING;
        private int count;

        @Override
        public void write(int single) {
            write(new byte[] {(byte) single}, 0, 1);
        }

        @Override
        public void write(byte[] from, int offset, int length) {
            if (count == 0) {
                bytes = Arrays.copyOfRange(from, offset, offset + length);
            } else {
                if (bytes.length - count < length) {
                    bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, count + length));
                }
                System.arraycopy(from, offset, bytes, count, length);
            }
            count += length;
        }

        byte[] together() {
            return count == bytes.length ? bytes : Arrays.copyOf(bytes, count);
        }

        void clear() {
            bytes = NOTHING;
            count = 0;
        }
    }
}
