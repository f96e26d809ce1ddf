package sprout.mvc;

/**
 * Describes an error in one field of a request.
 *
 * @param field the name or path of the field, for example {@code name} or {@code lines[2].price}; what a client made
 *     longer than 300 characters is cut
 * @param message the error in words for people, without the name of the field
 */
public record FieldError(String field, String message) implements java.io.Serializable {
    private static final int LONGEST = 300;

    /** Cuts a field that is too long. */
    public FieldError {
        field = shortened(field);
    }

    static String shortened(String field) {
        return field.length() > LONGEST ? field.substring(0, LONGEST) + "…" : field;
    }
}
