package sprout.messaging.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import sprout.beans.annotation.Component;

/**
 * Declares a component that serves the WebSockets of a path. One object serves all sessions concurrently, so it must be
 * thread-safe. The methods for one session are called one after the other, on a worker.
 */
@Component
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface WebSocketHandler {
    /** The path pattern, with the syntax of {@code @RequestMapping}. */
    String value();

    /** The subprotocols that the component supports; the server chooses the one that the client prefers. */
    String[] subprotocols() default {};
}
