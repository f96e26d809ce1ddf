package sprout.mvc;

/**
 * What is wrong with one field of a request.
 *
 * @param field its name or path, for example {@code name} or {@code lines[2].price}
 * @param message for people, without the name of the field
 */
public record FieldError(String field, String message) implements java.io.Serializable {}
