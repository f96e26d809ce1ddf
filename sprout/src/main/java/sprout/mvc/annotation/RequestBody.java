package sprout.mvc.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The body of the request, read from JSON; as {@code String} or {@code byte[]} it is taken as it is. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.PARAMETER})
public @interface RequestBody {
    /** Whether an empty body is answered with 400; if not, it is null, or an empty {@code String} or {@code byte[]}. */
    boolean required() default true;
}
