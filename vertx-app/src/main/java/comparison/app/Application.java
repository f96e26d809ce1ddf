package comparison.app;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.micrometer.Label;
import io.vertx.micrometer.MetricsDomain;
import io.vertx.micrometer.MicrometerMetricsFactory;
import io.vertx.micrometer.MicrometerMetricsOptions;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import java.util.Collection;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the servers with one event loop per processor, for the sockets of clients and of the database. */
final class Application {

    private static final Logger LOG = LoggerFactory.getLogger(Application.class);

    /** Less than the 30 s after which Compose kills a container. */
    private static final int STOP_LIMIT_SECONDS = 20;

    private Application() {}

    public static void main(String[] args) {
        int loops = Runtime.getRuntime().availableProcessors();
        PrometheusMeterRegistry metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        metrics.config().meterFilter(requestsAreCalledAsElsewhere());
        Vertx vertx = Vertx.builder()
                .with(new VertxOptions()
                        .setPreferNativeTransport(true)
                        .setEventLoopPoolSize(loops)
                        .setMetricsOptions(measured()))
                .withMetrics(new MicrometerMetricsFactory(metrics))
                .build();
        if (!vertx.isNativeTransportEnabled()) {
            LOG.warn("The JDK's transport serves instead of epoll", vertx.unavailableNativeTransportCause());
        }
        Pool pool = pool(vertx);
        PersonRepository people = new PersonRepository(pool);
        try {
            AtomicInteger port = new AtomicInteger();
            Queue<HttpServer> servers = new ConcurrentLinkedQueue<>();
            vertx.deployVerticle(
                            () -> new ApiVerticle(people, port::set, servers),
                            new DeploymentOptions().setInstances(loops))
                    .await();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> finish(vertx, servers)));
            LOG.info("The Person API started on port {}", port);
            vertx.deployVerticle(new ManagementVerticle(pool, metrics)).await();
        } catch (RuntimeException e) {
            // Otherwise the event loops would keep the process alive without a server.
            throw stopped(vertx, e);
        }
    }

    /**
     * Finishes running requests before any verticle ends. A database connection ends with the verticle that first
     * needed it, although another verticle may be using it.
     */
    private static void finish(Vertx vertx, Collection<HttpServer> servers) {
        Future.join(servers.stream()
                        .map(server -> server.shutdown(STOP_LIMIT_SECONDS, TimeUnit.SECONDS))
                        .toList())
                .eventually(vertx::close)
                .await();
    }

    private static RuntimeException stopped(Vertx vertx, RuntimeException reason) {
        vertx.close().await();
        return reason;
    }

    /**
     * Enables metrics of requests, the pool and the JVM, like the other applications. Further metrics would cost time
     * per request.
     */
    private static MicrometerMetricsOptions measured() {
        return new MicrometerMetricsOptions()
                .setEnabled(true)
                .setJvmMetricsEnabled(true)
                .addLabels(Label.HTTP_ROUTE)
                .setDisabledMetricsCategories(Set.of(
                        MetricsDomain.NET_SERVER.toCategory(),
                        MetricsDomain.NET_CLIENT.toCategory(),
                        MetricsDomain.HTTP_CLIENT.toCategory(),
                        MetricsDomain.DATAGRAM_SOCKET.toCategory(),
                        MetricsDomain.EVENT_BUS.toCategory(),
                        MetricsDomain.VERTICLES.toCategory()));
    }

    /**
     * Renames the timer of requests to {@code http_server_requests_seconds}, the name in every application of the
     * comparison.
     */
    private static MeterFilter requestsAreCalledAsElsewhere() {
        return new MeterFilter() {
            @Override
            public Meter.Id map(Meter.Id id) {
                return "vertx.http.server.response.time".equals(id.getName())
                        ? id.withName("http.server.requests")
                        : id;
            }
        };
    }

    /**
     * Creates the pool. A connection belongs to the event loop that first needs it, and preferably serves requests of
     * that loop.
     */
    private static Pool pool(Vertx vertx) {
        return PgBuilder.pool()
                .connectingTo(new PgConnectOptions()
                        .setHost(Settings.text("DB_HOST", "localhost"))
                        .setPort(Settings.number("DB_PORT", 5432))
                        .setDatabase(Settings.text("DB_NAME", "people"))
                        .setUser(Settings.text("DB_USER", "people"))
                        .setPassword(Settings.text("DB_PASSWORD", "people"))
                        .setCachePreparedStatements(true))
                .with(new PoolOptions()
                        .setMaxSize(Settings.number("DB_POOL_SIZE", 10))
                        .setConnectionTimeout(30)
                        .setConnectionTimeoutUnit(TimeUnit.SECONDS)
                        .setIdleTimeout(10)
                        .setIdleTimeoutUnit(TimeUnit.MINUTES)
                        .setMaxLifetime(30)
                        .setMaxLifetimeUnit(TimeUnit.MINUTES))
                .using(vertx)
                .build();
    }
}
