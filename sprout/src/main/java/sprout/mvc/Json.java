package sprout.mvc;

import java.lang.reflect.Type;

/** Reads and writes JSON. A bean of the application replaces Sprout's own. Implementations are thread-safe. */
public interface Json {

    /** Returns Sprout's own, with the adapters that avaje-jsonb generates at build time. */
    static Json generated() {
        return new GeneratedJson();
    }

    /**
     * Reads a value from UTF-8 bytes. Fields that the type does not have are skipped.
     *
     * @throws sprout.http.HttpException with status 400 if the bytes are empty, not valid JSON, or not a value of this
     *     type. If the error is in a field, it may be an {@link InvalidRequestException} that names the field
     */
    Object read(byte[] bytes, Type type);

    /** Writes a value as UTF-8 bytes. */
    byte[] write(Object value);
}
