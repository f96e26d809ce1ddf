package sprout.mvc.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A method that turns an exception into a response; in a {@link ControllerAdvice} for all controllers, else for its own. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD})
public @interface ExceptionHandler {
    /** The exceptions, subclasses included; by default the type of the parameter. */
    Class<? extends Throwable>[] value() default {};
}
