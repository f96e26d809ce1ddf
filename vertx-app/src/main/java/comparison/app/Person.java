package comparison.app;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * One row of the table {@code person}, and its JSON.
 *
 * @param id null until the database has generated it
 * @param name 3 to 128 characters
 * @param description 3 to 256 characters
 */
record Person(@Nullable Long id, String name, String description) {

    private static final int SHORTEST = 3;
    private static final int LONGEST_NAME = 128;
    private static final int LONGEST_DESCRIPTION = 256;

    /**
     * Parses a person from JSON and ignores unknown fields.
     *
     * @throws InvalidPerson if a field is missing, not a text, too short or too long
     */
    static Person of(JsonObject json) {
        JsonArray errors = new JsonArray();
        String name = text(json, "name", LONGEST_NAME, errors);
        String description = text(json, "description", LONGEST_DESCRIPTION, errors);
        if (!errors.isEmpty()) {
            throw new InvalidPerson(errors);
        }
        return new Person(json.getValue("id") instanceof Number id ? id.longValue() : null, name, description);
    }

    /** Returns the text of a field, or adds an error if it is invalid. */
    private static String text(JsonObject json, String field, int longest, JsonArray errors) {
        if (json.getValue(field) instanceof String text) {
            // Counts code points like PostgreSQL, not the UTF-16 units of a Java string.
            int length = text.codePointCount(0, text.length());
            if (length >= SHORTEST && length <= longest) {
                return text;
            }
        }
        errors.add(new JsonObject()
                .put("field", field)
                .put("message", "must be a text of %d to %d characters".formatted(SHORTEST, longest)));
        return "";
    }

    JsonObject json() {
        return new JsonObject().put("id", id).put("name", name).put("description", description);
    }

    /** Thrown if a person has invalid fields. */
    static final class InvalidPerson extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final transient JsonArray errors;

        InvalidPerson(JsonArray errors) {
            super("Invalid fields", null, false, false);
            this.errors = errors;
        }

        /** Returns a {@code field} and a {@code message} for each invalid field. */
        JsonArray errors() {
            return errors;
        }
    }
}
