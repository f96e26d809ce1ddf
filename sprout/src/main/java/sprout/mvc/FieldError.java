package sprout.mvc;

/**
 * Describes an error in one field of a request.
 *
 * @param field the name or path of the field, for example {@code name} or {@code lines[2].price}; what a client made
 *     longer than 300 characters is cut
 * @param message the error in words for people, without the name of the field
 */
public record FieldError(String field, String message) implements java.io.Serializable {
    static final int LONGEST = 300;

    /** Cuts a field that is too long. */
    public FieldError {
        field = cut(field, LONGEST);
    }

    /** Cuts a text of a client that is too long for a message. */
    static String cut(String text, int most) {
        return text.length() > most ? text.substring(0, most) + "…" : text;
    }
}
