package sprout.mvc.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method that turns an exception into a response. In a {@link ControllerAdvice} it applies to all controllers,
 * elsewhere only to its own.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD})
public @interface ExceptionHandler {
    /** The exceptions to handle, including subclasses; by default the type of the exception parameter. */
    Class<? extends Throwable>[] value() default {};
}
