package sprout.management;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import sprout.http.HttpHandler;
import sprout.http.HttpRequest;
import sprout.http.HttpResponse;
import sprout.mvc.Methods;
import sprout.mvc.Problem;

/**
 * Answers requests on the management port: {@code /actuator/health} with its groups, {@code /actuator/prometheus} and
 * {@code /actuator/info}. Thread-safe.
 */
public final class ManagementHandler implements HttpHandler {
    private static final String JSON = "application/json";
    private static final String HEALTH = "/actuator/health";
    private static final String READINESS = "/actuator/health/readiness";
    private static final String LIVENESS = "/actuator/health/liveness";
    private static final String PROMETHEUS = "/actuator/prometheus";
    private static final String INFO = "/actuator/info";
    private static final byte[] NO_INFO = utf8("{}");
    private static final Set<String> PATHS = Set.of(HEALTH, READINESS, LIVENESS, PROMETHEUS, INFO);

    private final BooleanSupplier alive;
    private final List<HealthCheck> checks;
    private final Metrics metrics;

    /**
     * Creates the endpoints.
     *
     * @param alive whether the application works; if not, only a restart helps
     * @param checks all must succeed for the application to be ready
     * @param metrics the content of the metrics page
     */
    public ManagementHandler(BooleanSupplier alive, List<HealthCheck> checks, Metrics metrics) {
        this.alive = alive;
        this.checks = List.copyOf(checks);
        this.metrics = metrics;
    }

    /** Compares paths as sent: an escaped path could pass a proxy that is to keep clients away from these. */
    @Override
    public void handle(HttpRequest request, HttpResponse response) throws IOException {
        String method = request.method();
        String path = request.rawPath();
        boolean known = PATHS.contains(path);
        if (!Methods.isStandard(method)) {
            problem(response, 501);
        } else if (!known && !path.equals("*")) {
            problem(response, 404);
        } else if (known && (method.equals("GET") || method.equals("HEAD"))) {
            write(path, response);
        } else {
            response.header("Allow", "GET, HEAD, OPTIONS");
            if (!method.equals("OPTIONS")) {
                problem(response, 405);
            }
        }
    }

    private void write(String path, HttpResponse response) throws IOException {
        switch (path) {
            case LIVENESS -> health(response, alive.getAsBoolean());
            case PROMETHEUS ->
                response.header("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
                        .body(metrics.scrape());
            case INFO -> json(response, NO_INFO);
            default -> health(response, ready());
        }
    }

    private boolean ready() {
        return alive.getAsBoolean() && checks.stream().allMatch(HealthCheck::up);
    }

    private static void health(HttpResponse response, boolean up) {
        response.status(up ? 200 : 503);
        json(response, utf8("{\"status\":\"%s\"}".formatted(up ? "UP" : "DOWN")));
    }

    private static void json(HttpResponse response, byte[] body) {
        response.header("Content-Type", JSON).body(body);
    }

    private static void problem(HttpResponse response, int status) {
        Problem.of(status, "").write(response);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
