package comparison.app;

import io.smallrye.mutiny.Uni;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.time.Duration;
import org.jboss.resteasy.reactive.RestQuery;

/** Serves the route whose answers wait. */
@Path("/benchmark")
public class BenchmarkController {

    @GET
    @Path("/latency")
    @Produces(MediaType.TEXT_PLAIN)
    public Uni<String> latency(@RestQuery @DefaultValue("100") @Min(0) @Max(10_000) int ms) {
        Uni<String> answer = Uni.createFrom().item("Delayed response after " + ms + "ms");
        return ms == 0 ? answer : answer.onItem().delayIt().by(Duration.ofMillis(ms));
    }
}
