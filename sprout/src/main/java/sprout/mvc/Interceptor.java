package sprout.mvc;

import org.jspecify.annotations.Nullable;
import sprout.beans.InfrastructureBean;
import sprout.http.HttpRequest;
import sprout.http.HttpResponse;

/**
 * Runs code before and after the call of a controller method, in {@code @Order}. The {@code handler} is the
 * {@link Endpoint}. Must be thread-safe.
 */
public interface Interceptor extends InfrastructureBean, PathScoped {

    /**
     * Runs before the controller method.
     *
     * @return false if the response is complete; the remaining interceptors and the controller method are then skipped
     */
    default boolean preHandle(HttpRequest request, HttpResponse response, Object handler) throws Exception {
        return true;
    }

    /**
     * Runs after the controller method has produced its result and before the result is written, in reverse order. An
     * asynchronous result is complete by then.
     */
    default void postHandle(HttpRequest request, HttpResponse response, Object handler, @Nullable Object result)
            throws Exception {}

    /**
     * Runs last, in reverse order and also after a failure, if {@code preHandle} of this interceptor returned true.
     * After a failure, the error response is not written yet. Exceptions of this method are logged and otherwise
     * ignored.
     */
    default void afterCompletion(
            HttpRequest request, HttpResponse response, Object handler, @Nullable Exception failure) throws Exception {}

    /** Whether any of these methods may block its thread, as in {@link Filter#mayBlock}. */
    default boolean mayBlock() {
        return true;
    }
}
