package sprout.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A record whose components are settings: {@code maxSize} is read from {@code prefix.max-size}. It is a bean; the annotation processor
 * writes its reading and lists its keys for {@code --help-config}, with the text of its {@code @param} tags. Components may be int, long,
 * boolean, String, Duration, {@link DataSize}, enums, a {@code List} or {@code Optional} of these, and records of them. {@code @Min} and
 * {@code @Max} of Jakarta Validation set the range of numbers. A {@code List} or {@code Optional} is empty unless it is set; what else
 * has no {@link DefaultValue} must be set.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.CLASS)
public @interface ConfigurationProperties {
    /** What the keys begin with, without the dot. */
    String value();
}
