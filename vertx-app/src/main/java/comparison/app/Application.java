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

/** One event loop for each processor; the sockets of clients and of the database share them. */
final class Application {

    private static final Logger LOG = LoggerFactory.getLogger(Application.class);

    /** Below the 30 s after which Compose kills a container. */
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
            // The event loops would keep the process alive without a server.
            throw stopped(vertx, e);
        }
    }

    /**
     * Finishes the requests that run before any verticle ends: a connection to the database ends with the verticle that first needed
     * it, and may serve a request of another one by then.
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

    /** Requests, the pool and the JVM, as the other applications measure them; what else there is costs each request something. */
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

    /** {@code http_server_requests_seconds}, by which every application of the comparison is watched. */
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

    /** Connections belong to the event loop that first needs them, and are given to requests of the same loop by preference. */
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
