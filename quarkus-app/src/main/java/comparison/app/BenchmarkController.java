package comparison.app;

import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import org.jboss.resteasy.reactive.RestQuery;

/** Serves the route whose answers wait. */
@Path("/benchmark")
@RunOnVirtualThread
public class BenchmarkController {

    @GET
    @Path("/latency")
    @Produces(MediaType.TEXT_PLAIN)
    public String latency(@RestQuery @DefaultValue("100") @Min(0) @Max(10_000) int ms) throws InterruptedException {
        Thread.sleep(ms);
        return "Delayed response after " + ms + "ms";
    }
}
