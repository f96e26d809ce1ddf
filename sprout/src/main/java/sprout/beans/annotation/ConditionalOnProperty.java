package sprout.beans.annotation;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The bean is only there if a setting has a value. On a {@code @Configuration} class it holds for all of its beans. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface ConditionalOnProperty {
    /** The key of the setting. */
    String value();

    /** The value that is wanted; empty for any but {@code false}. */
    String havingValue() default "";

    /** Whether the bean is there if the setting is not set. */
    boolean matchIfMissing() default false;
}
