package comparison.app;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.concurrent.TimeUnit;

/** Serves the route whose answers wait. */
final class BenchmarkController {

    private static final CharSequence TEXT = HttpHeaders.createOptimized("text/plain;charset=UTF-8");
    private static final int DEFAULT_MILLIS = 100;
    private static final int MAX_MILLIS = 10_000;

    private final Vertx vertx;

    BenchmarkController(Vertx vertx) {
        this.vertx = vertx;
    }

    void routes(Router router) {
        router.get("/benchmark/latency").produces("text/plain").handler(this::latency);
    }

    private void latency(RoutingContext context) {
        int millis = Parameters.number(context, "ms", DEFAULT_MILLIS, 0, MAX_MILLIS);
        // Vert.x has no timer of 0 ms.
        vertx.timer(Math.max(1, millis), TimeUnit.MILLISECONDS)
                .onSuccess(_ -> context.response()
                        .putHeader(HttpHeaders.CONTENT_TYPE, TEXT)
                        .end("Delayed response after " + millis + "ms"))
                .onFailure(context::fail);
    }
}
