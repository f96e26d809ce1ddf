package sprout.mvc;

import io.avaje.json.JsonException;
import io.avaje.json.JsonReader;
import io.avaje.jsonb.JsonType;
import io.avaje.jsonb.Jsonb;
import java.io.OutputStream;
import java.lang.reflect.Type;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import sprout.http.HttpException;

/** Reads and writes JSON by the adapters that avaje-jsonb generated at build time. Safe for any thread. */
public final class Json {
    private final Jsonb jsonb =
            Jsonb.builder().serializeNulls(true).serializeEmpty(true).build();
    private final Map<Type, JsonType<Object>> types = new ConcurrentHashMap<>();

    /**
     * Reads a value from UTF-8 bytes; fields that the type does not know are skipped.
     *
     * @throws HttpException with status 400 if the bytes are no JSON of this type
     */
    public Object read(byte[] bytes, Type type) {
        if (bytes.length == 0) {
            throw new HttpException(400, "The request needs a JSON body, but has none.");
        }
        Utf8.requireValid(bytes);
        JsonDepth.requireBounded(bytes);
        // Outside of the try: a type without adapter is a fault of the application and not of the client.
        JsonType<Object> adapter = type(type);
        try (JsonReader reader = jsonb.reader(bytes)) {
            return adapter.fromJson(reader);
        } catch (JsonException | IllegalStateException | IllegalArgumentException e) {
            throw new HttpException(400, "The body cannot be read as JSON: " + e.getMessage(), e);
        }
    }

    /** Writes a value as UTF-8. */
    public byte[] write(Object value) {
        return jsonb.toJsonBytes(value);
    }

    /** Writes a value as UTF-8 to a stream, which stays open. */
    public void write(Object value, OutputStream out) {
        jsonb.toJson(value, out);
    }

    private JsonType<Object> type(Type type) {
        JsonType<Object> known = types.get(type);
        if (known == null) {
            known = jsonb.type(type);
            types.put(type, known);
        }
        return known;
    }
}
