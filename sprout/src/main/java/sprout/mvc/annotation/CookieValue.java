package sprout.mvc.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A cookie of the request, converted. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.PARAMETER})
public @interface CookieValue {
    /** The name, in its case; by default the name of the parameter. */
    String value() default "";

    /** Whether its absence is answered with 400; if not, and without a default, an absent value is null. */
    boolean required() default true;

    /** The text that stands in for an absent or empty value, which then is not required. */
    String defaultValue() default RequestParam.ABSENT;
}
