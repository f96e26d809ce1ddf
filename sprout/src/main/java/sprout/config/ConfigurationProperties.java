package sprout.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares a record whose components are settings: {@code maxSize} is read from {@code prefix.max-size}. The record is
 * a bean. The annotation processor generates the code that reads it, and lists its keys for {@code --help-config} with
 * the text of its {@code @param} tags.
 *
 * <p>Components may be int, long, boolean, String, Duration, {@link DataSize}, enums, a {@code List} or
 * {@code Optional} of these, and records of these. {@code @Min} and {@code @Max} of Jakarta Validation set the range of
 * numbers. A {@code List} or {@code Optional} is empty unless it is set. Any other component without
 * {@link DefaultValue} must be set.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.CLASS)
public @interface ConfigurationProperties {
    /** The prefix of the keys, without the trailing dot. */
    String value();
}
