package comparison.app;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One row of the table {@code person}, and its JSON.
 *
 * @param id null until the database has generated it
 * @param name 3 to 128 characters
 * @param description 3 to 256 characters
 */
record Person(
        @Nullable Long id, @Nullable String name, @Nullable String description) {

    /**
     * Returns this person if all fields are valid.
     *
     * @throws InvalidException with all invalid fields
     */
    Person validated() {
        List<InvalidException.Field> invalid = new ArrayList<>(0);
        validate("name", name, 128, invalid);
        validate("description", description, 256, invalid);
        if (!invalid.isEmpty()) {
            throw new InvalidException(invalid);
        }
        return this;
    }

    private static void validate(
            String field, @Nullable String text, int longest, List<InvalidException.Field> invalid) {
        if (text == null) {
            invalid.add(new InvalidException.Field(field, "must not be null"));
            return;
        }
        int length = text.codePointCount(0, text.length());
        if (length < 3 || length > longest) {
            invalid.add(new InvalidException.Field(field, "length must be between 3 and " + longest));
        }
    }
}
