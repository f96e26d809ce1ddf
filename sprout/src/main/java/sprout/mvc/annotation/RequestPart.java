package sprout.mvc.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Binds a parameter to a part of a {@code multipart/form-data} body. The part is a {@link sprout.mvc.MultipartFile}
 * (also a {@code List} or {@code Optional} of it), a {@code String}, or any other type, which is read from JSON.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
public @interface RequestPart {
    /** The name; by default the name of the parameter. */
    String value() default "";

    /**
     * Whether an absent part is answered with 400; otherwise the argument is null. A {@code List} or {@code Optional}
     * of files is never required: it is empty if there is no such part.
     */
    boolean required() default true;
}
