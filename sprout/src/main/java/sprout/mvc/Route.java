package sprout.mvc;

import java.util.List;

/**
 * What is known of a controller's method at build time.
 *
 * @param methods the HTTP methods that it answers; empty for all
 * @param pattern the path
 * @param controller the class of the bean that it is called on
 * @param name {@code PersonController#find}, for messages
 * @param status of a successful result; 0 for the rule: 200, on POST 201, 204 without a result
 * @param consumes media types of the body that it takes; empty if it takes none
 * @param produces media types of the body that it gives; empty if that is known only at run time
 * @param mayBlock false if it promises by {@link sprout.mvc.annotation.NonBlocking} never to wait
 */
public record Route(
        List<String> methods,
        PathPattern pattern,
        Class<?> controller,
        String name,
        int status,
        List<String> consumes,
        List<String> produces,
        boolean mayBlock) {

    /** As the annotation processor writes it. */
    public static Route of(
            List<String> methods,
            String pattern,
            Class<?> controller,
            String name,
            int status,
            List<String> consumes,
            List<String> produces,
            boolean mayBlock) {
        return new Route(methods, PathPattern.parse(pattern), controller, name, status, consumes, produces, mayBlock);
    }
}
