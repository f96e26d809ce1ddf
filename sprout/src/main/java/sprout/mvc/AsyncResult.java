package sprout.mvc;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import sprout.http.HttpException;

/** Waits for asynchronous results. */
final class AsyncResult {
    private AsyncResult() {}

    /**
     * Returns the result; for a {@link CompletionStage}, waits until it completes. It waits on the thread of the
     * request, because request and response belong to that thread until the handler returns. Filters and interceptors
     * therefore see no difference from a direct result.
     *
     * @throws HttpException with status 503 if the stage does not complete in time or the thread is interrupted; the
     *     stage is then cancelled
     * @throws Exception the exception that the stage completed with
     */
    static @Nullable Object of(@Nullable Object result, Duration timeout) throws Exception {
        if (!(result instanceof CompletionStage<?> stage)) {
            return result;
        }
        CompletableFuture<?> future = stage.toCompletableFuture();
        try {
            return future.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw cause(e);
        } catch (TimeoutException e) {
            future.cancel(true);
            throw new HttpException(503, "The result did not come in time.", e);
        } catch (InterruptedException e) {
            future.cancel(true);
            Thread.currentThread().interrupt();
            throw new HttpException(503, "The server is stopping.", e);
        }
    }

    /**
     * Unwraps the exception of a stage. The future wraps it once, and a stage that depends on a failed stage wraps it
     * again.
     */
    private static Exception cause(ExecutionException failure) {
        Throwable cause = failure.getCause();
        if (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause instanceof Exception exception ? exception : failure;
    }
}
