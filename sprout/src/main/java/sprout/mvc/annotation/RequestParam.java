package sprout.mvc.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Binds a parameter to a query parameter or form field, decoded and converted to the type of the parameter. A
 * method with {@code @RequestBody} gets no fields of a multipart form, a method with a stream of the body no fields of
 * any form.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
public @interface RequestParam {
    /** The name; by default the name of the parameter. */
    String value() default "";

    /**
     * Whether an absent value is answered with 400; otherwise the argument is null. Not used if there is a default
     * value. An {@code Optional} or a collection is never required: it is empty if the value is absent.
     */
    boolean required() default true;

    /** The text to convert if the value is absent or empty; it makes the value optional. */
    String defaultValue() default ABSENT;

    /** Marks a missing default value: only the annotation processor compares it, at build time. */
    String ABSENT = "\u0000";
}
