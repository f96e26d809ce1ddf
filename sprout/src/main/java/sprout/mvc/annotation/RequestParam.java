package sprout.mvc.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A query parameter, or a field of a form, decoded and converted. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.PARAMETER})
public @interface RequestParam {
    /** The name; by default the name of the parameter. */
    String value() default "";

    /** Whether its absence is answered with 400; if not, and without a default, an absent value is null. */
    boolean required() default true;

    /** The text that stands in for an absent or empty value, which then is not required. */
    String defaultValue() default ABSENT;

    /** Means that there is no default; no request can hold it as a value of its own. */
    String ABSENT = "\u0000";
}
