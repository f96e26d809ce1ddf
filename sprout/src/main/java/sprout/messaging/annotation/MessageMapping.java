package sprout.messaging.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Takes messages. What it returns is sent back: a {@code String} as text, {@code byte[]} as a binary message, anything else as JSON, {@code null} not at all. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface MessageMapping {
    /**
     * Empty for every text message without a destination; else of messages of the form {@code {"destination": "…", "payload": …}} those
     * with this destination. One that no method has closes the session with 1008, unless no method has any: then all messages are without.
     * Binary messages have no destination.
     */
    String value() default "";
}
