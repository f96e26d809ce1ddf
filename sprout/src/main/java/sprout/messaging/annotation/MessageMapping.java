package sprout.messaging.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares a method that handles messages. Its result is sent back: a {@code String} as text, {@code byte[]} as a
 * binary message, anything else as JSON, {@code null} not at all.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface MessageMapping {
    /**
     * The destination of the text messages to handle: those of the form {@code {"destination": "…", "payload": …}}.
     * Empty for text messages without a destination; binary messages never have one.
     *
     * <p>A destination without a method closes the session with 1008. If no method of the endpoint has a destination,
     * all messages count as without one.
     */
    String value() default "";
}
