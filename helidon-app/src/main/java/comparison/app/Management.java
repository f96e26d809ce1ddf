package comparison.app;

import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import javax.sql.DataSource;

/** Serves health, metrics and information at the same paths as the other applications. */
class Management implements HttpService {

    private static final System.Logger LOGGER = System.getLogger(Management.class.getName());
    private static final int ANSWER_LIMIT_SECONDS = 5;

    private final DatabaseCheck database;
    private final PrometheusMeterRegistry registry;

    Management(DataSource database, PrometheusMeterRegistry registry) {
        this.database = new DatabaseCheck(() -> answers(database));
        this.registry = registry;
    }

    @Override
    public void routing(HttpRules rules) {
        rules.get("/health", this::ready)
                .get("/health/readiness", this::ready)
                .get("/health/liveness", (_, response) -> response.send(Map.of("status", "UP")))
                .get("/info", (_, response) -> response.send(Map.of("app", Map.of("name", "helidon-app"))))
                .get("/prometheus", this::metrics);
    }

    private void ready(ServerRequest request, ServerResponse response) {
        boolean up = database.isUp();
        response.status(up ? Status.OK_200 : Status.SERVICE_UNAVAILABLE_503).send(Map.of("status", up ? "UP" : "DOWN"));
    }

    private static boolean answers(DataSource database) {
        try (Connection connection = database.getConnection()) {
            return connection.isValid(ANSWER_LIMIT_SECONDS);
        } catch (SQLException e) {
            LOGGER.log(System.Logger.Level.DEBUG, "The database does not answer", e);
            return false;
        }
    }

    private void metrics(ServerRequest request, ServerResponse response) {
        response.header(HeaderNames.CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")
                .send(registry.scrape().getBytes(StandardCharsets.UTF_8));
    }
}
