package sprout.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Sets the value of a component of {@link ConfigurationProperties} whose key is not set. The annotation processor
 * refuses it for a {@code List} or {@code Optional}, which is then empty, and for a record, whose components have
 * defaults themselves.
 */
@Target({ElementType.RECORD_COMPONENT, ElementType.PARAMETER})
@Retention(RetentionPolicy.CLASS)
public @interface DefaultValue {
    /** The value as it would be in a file. */
    String value();
}
