package comparison.app;

import io.helidon.http.HeaderValues;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;

/** Serves the route whose answers wait. */
class BenchmarkController implements HttpService {

    @Override
    public void routing(HttpRules rules) {
        rules.get("/latency", BenchmarkController::latency).any("/latency", Problems.notAllowed("GET"));
    }

    private static void latency(ServerRequest request, ServerResponse response) throws InterruptedException {
        int millis = Parameters.number(request, "ms", 100, 0, 10_000);
        Thread.sleep(millis);
        response.header(HeaderValues.CONTENT_TYPE_TEXT_PLAIN).send("Delayed response after " + millis + "ms");
    }
}
