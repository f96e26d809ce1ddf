package sprout.mvc;

/**
 * Describes an error in one field of a request.
 *
 * @param field the name or path of the field, for example {@code name} or {@code lines[2].price}
 * @param message the error in words for people, without the name of the field
 */
public record FieldError(String field, String message) implements java.io.Serializable {}
