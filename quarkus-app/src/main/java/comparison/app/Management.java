package comparison.app;

import io.quarkus.vertx.http.ManagementInterface;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Adds routes of the management port other than health and metrics. */
class Management {

    private static final int FIRST = Integer.MIN_VALUE;

    void routes(
            @Observes ManagementInterface management, @ConfigProperty(name = "quarkus.application.name") String name) {
        Router router = management.router();
        JsonObject information = JsonObject.of("app", JsonObject.of("name", name));
        router.get("/actuator/info").handler(context -> context.json(information));
        router.get("/actuator/prometheus").order(FIRST).handler(Management::preferText);
    }

    /**
     * Requests Prometheus' text format for clients without an Accept header, which all applications send them. Quarkus
     * would send OpenMetrics.
     */
    private static void preferText(RoutingContext context) {
        MultiMap headers = context.request().headers();
        if (!headers.contains(HttpHeaders.ACCEPT)) {
            headers.set(HttpHeaders.ACCEPT, "text/plain");
        }
        context.next();
    }
}
