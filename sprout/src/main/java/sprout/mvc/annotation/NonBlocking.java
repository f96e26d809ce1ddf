package sprout.mvc.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Promises that a controller method never waits for anything: a database, a file, a lock or another server. On a class,
 * it promises this for all methods. The nio engine then calls the method on the event loop, which is cheaper than
 * another thread. The hybrid engine calls it like any other handler.
 *
 * <p>The promise includes the exception handlers that may answer for the method. It takes effect only if the {@code
 * mayBlock} method of every {@link sprout.mvc.Filter} and {@link sprout.mvc.Interceptor} of the application returns
 * false. A method that breaks the promise delays all other connections of its event loop. The compiler rejects result
 * types that wait or are read during writing: a {@code CompletionStage}, a stream or server-sent events.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface NonBlocking {}
