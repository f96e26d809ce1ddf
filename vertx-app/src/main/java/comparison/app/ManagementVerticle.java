package comparison.app;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.micrometer.PrometheusScrapingHandler;
import io.vertx.sqlclient.Pool;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves health, metrics and information on a separate port. */
final class ManagementVerticle extends VerticleBase {

    private static final Logger LOG = LoggerFactory.getLogger(ManagementVerticle.class);
    private static final int DATABASE_LIMIT_SECONDS = 2;

    private final DatabaseCheck database;
    private final PrometheusMeterRegistry metrics;

    ManagementVerticle(Pool pool, PrometheusMeterRegistry metrics) {
        this.database = new DatabaseCheck(
                () -> pool.query("select 1").execute().timeout(DATABASE_LIMIT_SECONDS, TimeUnit.SECONDS));
        this.metrics = metrics;
    }

    @Override
    public Future<?> start() {
        Router router = Router.router(vertx);
        router.get("/actuator/health").handler(this::readiness);
        router.get("/actuator/health/readiness").handler(this::readiness);
        router.get("/actuator/health/liveness").handler(context -> answer(context, true));
        router.get("/actuator/info").handler(context -> context.json(new JsonObject()));
        // Writing the page takes milliseconds, which would block an event loop.
        router.get("/actuator/prometheus").blockingHandler(PrometheusScrapingHandler.create(metrics));
        return vertx.createHttpServer()
                .requestHandler(router)
                .listen(Settings.number("MANAGEMENT_SERVER_PORT", 9080))
                .onSuccess(bound -> LOG.info("Management started on port {}", bound.actualPort()));
    }

    private void readiness(RoutingContext context) {
        database.answer()
                .onFailure(reason -> LOG.warn("Not ready: the database does not answer: {}", reason.toString()))
                .onComplete(answered -> answer(context, answered.succeeded()));
    }

    private static void answer(RoutingContext context, boolean up) {
        context.response().setStatusCode(up ? 200 : 503);
        context.json(new JsonObject().put("status", up ? "UP" : "DOWN"));
    }
}
