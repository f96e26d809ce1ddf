package sprout.messaging.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import sprout.beans.annotation.Component;

/**
 * A component that serves the WebSockets of a path. One object serves all sessions at once, so it must be thread-safe; the methods
 * of one session are called one after the other, on a worker.
 */
@Component
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface WebSocketHandler {
    /** The path pattern, as of {@code @RequestMapping}. */
    String value();

    /** Subprotocols spoken here; of these, the one that the client prefers is chosen. */
    String[] subprotocols() default {};
}
