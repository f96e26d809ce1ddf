package sprout.mvc.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Promises that a controller's methods, or this one, never wait: for a database, a file, a lock, another server. The nio engine
 * then calls it on the event loop, which is cheaper than another thread; hybrid calls it as it calls every handler.
 *
 * <p>The promise covers the exception handlers that may answer for it. It only takes effect if every {@link sprout.mvc.Filter}
 * and {@link sprout.mvc.Interceptor} of the application promises the same by its {@code mayBlock} method. A method that breaks it
 * delays all other connections of its event loop. A result type that is waited for or read while it is written (a stage, a stream,
 * server-sent events) is an error of the compiler.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface NonBlocking {}
