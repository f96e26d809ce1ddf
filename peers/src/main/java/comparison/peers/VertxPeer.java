package comparison.peers;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.ThreadingModel;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import java.util.concurrent.TimeUnit;

/**
 * Runs Vert.x with as many verticles as processors, on their event loops or on virtual threads. The handler compares
 * paths itself, or a router of Vert.x Web does, as in an application.
 */
final class VertxPeer implements Peer {
    private static final CharSequence TEXT = HttpHeaders.createOptimized(Answers.TEXT);
    private static final CharSequence JSON = HttpHeaders.createOptimized(Answers.JSON);

    private final ThreadingModel threads;
    private final boolean routed;

    /**
     * Creates a peer that is not started yet.
     *
     * @param threads kind of threads that handlers run on
     * @param routed whether a router finds the handler
     */
    VertxPeer(ThreadingModel threads, boolean routed) {
        this.threads = threads;
        this.routed = routed;
    }

    @Override
    public void start(int port) throws Exception {
        int processors = Runtime.getRuntime().availableProcessors();
        Vertx vertx =
                Vertx.vertx(new VertxOptions().setEventLoopPoolSize(processors).setPreferNativeTransport(true));
        if (!vertx.isNativeTransportEnabled() && System.getProperty("os.name").equals("Linux")) {
            throw new IllegalStateException(
                    "Vert.x without epoll would be below its best", vertx.unavailableNativeTransportCause());
        }
        DeploymentOptions options =
                new DeploymentOptions().setInstances(processors).setThreadingModel(threads);
        vertx.deployVerticle(() -> new Server(port), options)
                .toCompletionStage()
                .toCompletableFuture()
                .get(1, TimeUnit.MINUTES);
    }

    private final class Server extends VerticleBase {
        private final int port;

        Server(int port) {
            this.port = port;
        }

        @Override
        public Future<?> start() {
            Handler<HttpServerRequest> handler = routed ? router() : Server::answer;
            return vertx.createHttpServer().requestHandler(handler).listen(port, "127.0.0.1");
        }

        private Router router() {
            Router router = Router.router(vertx);
            router.get(Answers.HELLO_PATH).handler(context -> answer(context.request(), TEXT, Answers.HELLO));
            router.get(Answers.JSON_PATH).handler(context -> answer(context.request(), JSON, Answers.json()));
            return router;
        }

        private static void answer(HttpServerRequest request) {
            switch (request.path()) {
                case Answers.HELLO_PATH -> answer(request, TEXT, Answers.HELLO);
                case Answers.JSON_PATH -> answer(request, JSON, Answers.json());
                default -> request.response().setStatusCode(404).end();
            }
        }

        private static void answer(HttpServerRequest request, CharSequence type, byte[] body) {
            request.response().putHeader(HttpHeaders.CONTENT_TYPE, type).end(Buffer.buffer(body));
        }
    }
}
