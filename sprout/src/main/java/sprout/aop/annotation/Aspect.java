package sprout.aop.annotation;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import sprout.beans.annotation.Component;

/**
 * A bean whose {@link Around}, {@link Before} and {@link After} methods run around the methods that carry their annotation. Of several
 * aspects the one with the lowest {@code @Order} is the outermost.
 */
@Component
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface Aspect {
    /** The name of the bean; empty for the class name with a small first letter. */
    String value() default "";
}
