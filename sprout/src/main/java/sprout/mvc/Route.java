package sprout.mvc;

import java.util.List;

/**
 * Describes the route of a controller method, as known at build time.
 *
 * @param methods the HTTP methods to answer; empty for all
 * @param pattern the pattern of the path
 * @param controller the class of the controller bean
 * @param name class and method, for example {@code PersonController#find}, for messages
 * @param status the status of a successful result; 0 for the default: 204 without a result, 201 for POST, otherwise 200
 * @param consumes the media types of the request body that are accepted; empty for any
 * @param produces the media types that can be sent; empty if they are known only at run time
 * @param mayBlock false if {@link sprout.mvc.annotation.NonBlocking} promises that the method never waits
 * @param evaluatesConditions true if the method takes {@link Preconditions}, or otherwise sees {@code If-Match}
 */
public record Route(
        List<String> methods,
        PathPattern pattern,
        Class<?> controller,
        String name,
        int status,
        List<String> consumes,
        List<String> produces,
        boolean mayBlock,
        boolean evaluatesConditions) {

    /**
     * Creates a route from generated code.
     *
     * @throws IllegalArgumentException if the pattern is invalid
     */
    public static Route of(
            List<String> methods,
            String pattern,
            Class<?> controller,
            String name,
            int status,
            List<String> consumes,
            List<String> produces,
            boolean mayBlock,
            boolean evaluatesConditions) {
        return new Route(
                methods,
                PathPattern.parse(pattern),
                controller,
                name,
                status,
                consumes,
                produces,
                mayBlock,
                evaluatesConditions);
    }
}
