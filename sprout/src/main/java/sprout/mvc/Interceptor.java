package sprout.mvc;

import org.jspecify.annotations.Nullable;
import sprout.beans.InfrastructureBean;
import sprout.http.HttpRequest;
import sprout.http.HttpResponse;

/** Surrounds the call of a controller, in {@code @Order}; {@code handler} is the {@link Endpoint}. Must be thread-safe. */
public interface Interceptor extends InfrastructureBean, PathScoped {

    /** Called before the controller; false means that the response is complete and the controller is left out. */
    default boolean preHandle(HttpRequest request, HttpResponse response, Object handler) throws Exception {
        return true;
    }

    /** Called when the controller's result is there, also one that came later, before it is written; in reverse order. */
    default void postHandle(HttpRequest request, HttpResponse response, Object handler, @Nullable Object result)
            throws Exception {}

    /**
     * Called at the end if {@code preHandle} of this interceptor returned true; in reverse order, also after a failure. What it
     * throws is logged and changes nothing, since the result is written.
     */
    default void afterCompletion(
            HttpRequest request, HttpResponse response, Object handler, @Nullable Exception failure) throws Exception {}

    /** Whether any of these may wait for something; as {@link Filter#mayBlock}. */
    default boolean mayBlock() {
        return true;
    }
}
