package sprout.beans.annotation;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Creates the bean only if one of these profiles is active. On a {@code @Configuration} class it applies to all of its
 * beans.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface Profile {
    /** Names of profiles; <code>!name</code> is true if that profile is not active. */
    String[] value();
}
