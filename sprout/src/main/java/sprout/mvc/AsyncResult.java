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

/** Waits for results that come later. */
final class AsyncResult {
    private AsyncResult() {}

    /**
     * The result itself, or what it completes with. Waits on the request's own thread, since request and response belong to it
     * until the handler returns; so what surrounds the call sees the same as of a call that returns its result at once.
     *
     * @throws HttpException with status 503 if it does not complete in time; it is then cancelled
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

    /** What the stage failed with: the future adds one exception, and a stage that depends on a failed one another. */
    private static Exception cause(ExecutionException failure) {
        Throwable cause = failure.getCause();
        if (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause instanceof Exception exception ? exception : failure;
    }
}
