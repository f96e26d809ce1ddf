package sprout.mvc.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A method that answers GET requests of a path. HEAD is answered by the same method. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD})
public @interface GetMapping {
    /** Path patterns, each below the one of the class; none means the path of the class itself. */
    String[] value() default {};

    /** The same as {@link #value()}. */
    String[] path() default {};

    /** The media types of the body that the method takes; by default JSON where it has a {@link RequestBody}. */
    String[] consumes() default {};

    /** The media types of the body that the method gives; by default as its result type says. */
    String[] produces() default {};
}
