package comparison.app;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PfxOptions;
import io.vertx.ext.web.Router;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** The Person API. Its instances, one for each event loop, share a port and are given connections in turn. */
final class ApiVerticle extends VerticleBase {

    /** Below the 30 s after which Compose kills a container. */
    private static final int STOP_LIMIT_SECONDS = 20;

    private final PersonRepository people;
    private final IntConsumer boundPort;
    private @Nullable HttpServer server;

    /** Serves these people, and tells the port that it is bound to. */
    ApiVerticle(PersonRepository people, IntConsumer boundPort) {
        this.people = people;
        this.boundPort = boundPort;
    }

    @Override
    public Future<?> start() {
        Router router = Router.router(vertx);
        new PersonController(people).routes(router);
        ProblemHandler.handleErrorsOf(router);
        server = vertx.createHttpServer(options()).requestHandler(router);
        int port = Settings.number("SERVER_PORT", 8080);
        // 0 would be a free port for each instance; a negative number is one that they share.
        return server.listen(port == 0 ? -1 : port).onSuccess(bound -> boundPort.accept(bound.actualPort()));
    }

    private static HttpServerOptions options() {
        HttpServerOptions options = new HttpServerOptions();
        Settings.optional("SERVER_SSL_KEY_STORE")
                .ifPresent(store -> options.setSsl(true)
                        .setKeyCertOptions(new PfxOptions()
                                .setPath(store)
                                .setPassword(Settings.text("SERVER_SSL_KEY_STORE_PASSWORD", ""))));
        return options;
    }

    /** Finishes the requests that run. */
    @Override
    public Future<?> stop() {
        return server == null ? Future.succeededFuture() : server.shutdown(STOP_LIMIT_SECONDS, TimeUnit.SECONDS);
    }
}
