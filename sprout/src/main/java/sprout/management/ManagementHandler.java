package sprout.management;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BooleanSupplier;
import sprout.http.HttpHandler;
import sprout.http.HttpRequest;
import sprout.http.HttpResponse;

/**
 * Answers requests on the management port: {@code /actuator/health} with its groups, {@code /actuator/prometheus} and
 * {@code /actuator/info}. Thread-safe.
 */
public final class ManagementHandler implements HttpHandler {
    private static final String JSON = "application/json";

    private final BooleanSupplier alive;
    private final List<HealthCheck> checks;
    private final Metrics metrics;
    private final byte[] info;

    /**
     * Creates the endpoints.
     *
     * @param alive whether the application works; if not, only a restart helps
     * @param checks all must succeed for the application to be ready
     * @param metrics the content of the metrics page
     * @param info a JSON object, in UTF-8
     */
    public ManagementHandler(BooleanSupplier alive, List<HealthCheck> checks, Metrics metrics, byte[] info) {
        this.alive = alive;
        this.checks = List.copyOf(checks);
        this.metrics = metrics;
        this.info = info;
    }

    @Override
    public void handle(HttpRequest request, HttpResponse response) throws IOException {
        boolean known = switch (request.path()) {
            case "/actuator/health", "/actuator/health/readiness" -> health(response, ready());
            case "/actuator/health/liveness" -> health(response, alive.getAsBoolean());
            case "/actuator/prometheus" -> prometheus(response);
            case "/actuator/info" -> json(response, info);
            default -> false;
        };
        if (!known) {
            problem(response, 404, "Not Found");
        } else if (!request.method().equals("GET") && !request.method().equals("HEAD")) {
            response.reset();
            response.header("Allow", "GET, HEAD");
            problem(response, 405, "Method Not Allowed");
        }
    }

    private boolean ready() {
        return alive.getAsBoolean() && checks.stream().allMatch(HealthCheck::up);
    }

    private static boolean health(HttpResponse response, boolean up) {
        response.status(up ? 200 : 503);
        return json(response, utf8("{\"status\":\"%s\"}".formatted(up ? "UP" : "DOWN")));
    }

    private boolean prometheus(HttpResponse response) throws IOException {
        response.header("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
                .body(metrics.scrape());
        return true;
    }

    private static boolean json(HttpResponse response, byte[] body) {
        response.header("Content-Type", JSON).body(body);
        return true;
    }

    private static void problem(HttpResponse response, int status, String title) {
        response.status(status)
                .header("Content-Type", "application/problem+json")
                .body(utf8("{\"type\":\"about:blank\",\"title\":\"%s\",\"status\":%d}".formatted(title, status)));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
