package sprout.mvc.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import sprout.beans.annotation.Component;

/** Marks a component whose {@link ExceptionHandler} methods apply to all controllers. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE})
@Component
public @interface ControllerAdvice {
    /** The name of the bean; by default the name of the class with its first letter in lower case. */
    String value() default "";
}
