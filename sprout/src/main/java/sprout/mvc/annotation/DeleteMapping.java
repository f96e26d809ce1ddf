package sprout.mvc.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Maps DELETE requests for the given paths to a controller method. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD})
public @interface DeleteMapping {
    /**
     * Path patterns ({@link sprout.mvc.PathPattern}), relative to those of the class. Without any, the method answers
     * the paths of the class.
     */
    String[] value() default {};

    /** An alias of {@link #value()}; if both are set, the patterns of both apply. */
    String[] path() default {};

    /**
     * The media types of the request body that the method accepts; others are answered with 415. By default those of
     * the class. Without these, a parameter that is a part of a form implies {@code multipart/form-data}, and a
     * {@link RequestBody} read from JSON implies JSON. Otherwise any type is accepted.
     */
    String[] consumes() default {};

    /**
     * The media types that the method can send; 406 if the client accepts none of them. By default those of the class;
     * without these, they follow from the result type.
     */
    String[] produces() default {};
}
