package sprout.mvc.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A part of a {@code multipart/form-data} body: a {@link sprout.mvc.MultipartFile} ({@code List} or {@code Optional} of it), a
 * {@code String}, or any other type, which is read from JSON.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.PARAMETER})
public @interface RequestPart {
    /** The name; by default the name of the parameter. */
    String value() default "";

    /** Whether its absence is answered with 400; if not, an absent part is null. */
    boolean required() default true;
}
