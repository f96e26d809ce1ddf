package sprout.messaging.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares a method that is called if another method failed or a payload could not be read. Like {@link OnOpen}, and it
 * may take the {@code Throwable}. Without it, the session is closed with 1011, or with 1007 if the client sent an
 * invalid payload.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface OnError {}
