package sprout.mvc.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Sets the status of a response: on a method, of its successful result; on an exception class, of the response to that
 * exception.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface ResponseStatus {
    /** The status: 200 to 599 on a method, 400 to 599 on an exception class. */
    int value();
}
