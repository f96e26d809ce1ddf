package comparison.app;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PfxOptions;
import io.vertx.ext.web.Router;
import java.util.Queue;
import java.util.function.IntConsumer;

/** Serves the Person API. There is one instance per event loop. All share a port and receive connections in turn. */
final class ApiVerticle extends VerticleBase {

    private final PersonRepository people;
    private final IntConsumer boundPort;
    private final Queue<HttpServer> servers;

    /**
     * Creates a server.
     *
     * @param people that it serves
     * @param boundPort receives the port that the server is bound to
     * @param servers of all instances; each adds its own
     */
    ApiVerticle(PersonRepository people, IntConsumer boundPort, Queue<HttpServer> servers) {
        this.people = people;
        this.boundPort = boundPort;
        this.servers = servers;
    }

    @Override
    public Future<?> start() {
        Router router = Router.router(vertx);
        new PersonController(people).routes(router);
        new BenchmarkController(vertx).routes(router);
        ProblemHandler.handleErrorsOf(router);
        HttpServer server = vertx.createHttpServer(options()).requestHandler(router);
        servers.add(server);
        int port = Settings.number("SERVER_PORT", 8080);
        // With 0, each instance would get a different free port; with a negative number, they share one.
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
}
