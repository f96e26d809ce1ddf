package sprout.mvc.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** On a class, the path before those of its methods; on a method, a route for the named HTTP methods. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface RequestMapping {
    /** Path patterns, each below the one of the class; none means the path of the class itself. */
    String[] value() default {};

    /** The same as {@link #value()}. */
    String[] path() default {};

    /** The media types of the body that the method takes; by default JSON where it has a {@link RequestBody}. */
    String[] consumes() default {};

    /** The media types of the body that the method gives; by default as its result type says. */
    String[] produces() default {};

    /** The HTTP methods of the route, for example {@code GET}; ignored on a class, all methods if empty. */
    String[] method() default {};
}
