package sprout.mvc;

import org.jspecify.annotations.Nullable;
import sprout.beans.InfrastructureBean;
import sprout.http.HttpHandler;
import sprout.http.HttpRequest;

/** Finds a handler for a request outside of controllers. Asked in {@code @Order} where no route matches the path. */
@FunctionalInterface
public interface HandlerMapping extends InfrastructureBean {

    /** The handler of this request, or null if it is not this mapping's. */
    @Nullable
    HttpHandler findHandler(HttpRequest request);
}
