package sprout.aop.annotation;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares a bean whose {@link Around}, {@link Before} and {@link After} methods run around methods with certain
 * annotations. If a method has several aspects, the one with the lowest {@code @Order} is the outermost.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface Aspect {
    /** The name of the bean; by default the name of the class with its first letter in lower case. */
    String value() default "";
}
