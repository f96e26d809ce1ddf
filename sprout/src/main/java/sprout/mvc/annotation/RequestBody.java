package sprout.mvc.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Binds a parameter to the request body, read from JSON. A {@code String}, {@code byte[]} or {@code InputStream} gets
 * the body unparsed.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.PARAMETER})
public @interface RequestBody {
    /**
     * Whether an empty body is answered with 400; otherwise the argument is null, or an empty {@code String} or {@code
     * byte[]}. Not used for an {@code InputStream}.
     */
    boolean required() default true;
}
