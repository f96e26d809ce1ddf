package sprout.mvc;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lists the routes and exception handlers of one package. The annotation processor writes the implementations: plain
 * method calls selected by a switch, so that no request needs reflection.
 */
public interface RouteModule {

    /** The routes; their position in the list is the index for {@link #call}. */
    List<Route> routes();

    /** The exception handlers; their position in the list is the index for {@link #handle}. */
    List<ErrorRoute> errorRoutes();

    /** The exception classes with {@code @ResponseStatus}. */
    List<ErrorStatus> errorStatuses();

    /**
     * Creates the call of a route's method. It is called when the route is first used.
     *
     * @throws IndexOutOfBoundsException if there is no such route
     */
    Call call(int index);

    /**
     * Calls an exception handler.
     *
     * @throws Exception if the handler fails
     * @throws IndexOutOfBoundsException if there is no such handler
     */
    @Nullable
    Object handle(int index, Object advice, Throwable failure, Arguments arguments) throws Exception;

    /**
     * Calls one controller method. Each call is a separate class, so that the JVM compiles it independently of other
     * calls and of its caller.
     */
    interface Call {
        /**
         * Binds the arguments and calls the method.
         *
         * @throws Exception if the binding or the method fails
         */
        @Nullable
        Object call(Object controller, Arguments arguments) throws Exception;
    }

    /**
     * Describes an exception handler, as known at build time.
     *
     * @param failure the class of exceptions to handle, including subclasses
     * @param owner the class of the bean with the handler
     * @param global true if it applies to all controllers, false if only to its own
     * @param status the status of its result; 0 for 500
     */
    record ErrorRoute(Class<? extends Throwable> failure, Class<?> owner, boolean global, int status) {}

    /**
     * Describes an exception class with {@code @ResponseStatus}.
     *
     * @param failure the exception class; subclasses are included
     * @param status 400 to 599
     */
    record ErrorStatus(Class<?> failure, int status) {}
}
