package sprout.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What a component of {@link ConfigurationProperties} is if its key is not set. Not for a {@code List} or {@code Optional}, which is then
 * empty, nor for a record, whose components have their own: the annotation processor refuses it.
 */
@Target({ElementType.RECORD_COMPONENT, ElementType.PARAMETER})
@Retention(RetentionPolicy.CLASS)
public @interface DefaultValue {
    /** The value as a file would have it. */
    String value();
}
