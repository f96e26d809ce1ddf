package sprout.mvc;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The routes and exception handlers of one package, as the annotation processor found them. Written by the processor and never by
 * hand: plain method calls behind a switch, so that no request needs reflection.
 */
public interface RouteModule {

    /** The package whose controllers these are. */
    String packageName();

    /** The routes; the place in the list is the index. */
    List<Route> routes();

    /** The exception handlers; the place in the list is the index. */
    List<ErrorRoute> errorRoutes();

    /** The exceptions that have a status of their own. */
    List<ErrorStatus> errorStatuses();

    /**
     * The call of a route's method, made when it is first needed.
     *
     * @throws IndexOutOfBoundsException if there is no such route
     */
    Call call(int index);

    /**
     * Calls an exception handler.
     *
     * @throws Exception what the handler throws
     */
    @Nullable
    Object handle(int index, Object advice, Throwable failure, Arguments arguments) throws Exception;

    /** One method of a controller. Each has a class of its own, so that the JVM compiles it apart from those and from what calls it. */
    interface Call {
        /**
         * Binds the arguments and calls the method.
         *
         * @throws Exception what binding or the method throws
         */
        @Nullable
        Object call(Object controller, Arguments arguments) throws Exception;
    }

    /**
     * What is known of an exception handler at build time.
     *
     * @param failure the exceptions that it handles, subclasses included
     * @param owner the class of the bean that it is called on
     * @param global whether it serves all controllers, or only its own
     * @param status of its result; 0 for 500
     */
    record ErrorRoute(Class<? extends Throwable> failure, Class<?> owner, boolean global, int status) {}

    /**
     * An exception class annotated with {@code @ResponseStatus}.
     *
     * @param failure the exceptions that it is meant for, subclasses included
     * @param status 400 to 599
     */
    record ErrorStatus(Class<?> failure, int status) {}
}
