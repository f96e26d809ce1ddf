package sprout.mvc;

import java.lang.reflect.Type;
import java.util.Map;

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

    /**
     * Splits a JSON object into its members without reading them, so that nothing is lost, such as digits of numbers.
     *
     * @return the value of each member as JSON, in order; empty if the bytes are another value than an object
     * @throws sprout.http.HttpException with status 400 if the bytes are not valid JSON
     */
    static Map<String, String> members(byte[] bytes) {
        return JsonSyntax.members(bytes);
    }

    /**
     * Returns the text of a JSON string, such as a member that {@link #members} returned.
     *
     * @param string a valid JSON string with its quotes
     */
    static String text(String string) {
        return JsonSyntax.unescaped(string.substring(1, string.length() - 1));
    }

    /** Writes a value as UTF-8 bytes. */
    byte[] write(Object value);
}
