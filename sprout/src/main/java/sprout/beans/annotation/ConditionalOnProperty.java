package sprout.beans.annotation;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Creates the bean only if a setting has a value. On a {@code @Configuration} class it applies to all of its beans. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface ConditionalOnProperty {
    /** The key of the setting. */
    String value();

    /** The required value, regardless of letter case; empty for any value except {@code false}. */
    String havingValue() default "";

    /** Whether the bean is created if the setting is not set. */
    boolean matchIfMissing() default false;
}
