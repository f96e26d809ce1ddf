package comparison.app;

import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.http.Outcome;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;

/** Times every request of the application, with the same name and tags as the other applications. */
class RequestMetrics implements Filter {

    private final MeterRegistry registry;
    private final Meter.MeterProvider<Timer> requests;

    RequestMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.requests = Timer.builder("http.server.requests").withRegistry(registry);
    }

    @Override
    public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        Timer.Sample sample = Timer.start(registry);
        response.whenSent(() -> sample.stop(requests.withTags(
                "method", request.prologue().method().text(),
                "uri", request.matchingPattern().orElse("UNKNOWN"),
                "status", response.status().codeText(),
                "outcome", Outcome.forStatus(response.status().code()).name())));
        chain.proceed();
    }

    @SuppressWarnings("resource") // as long as the process lives
    static void bindJvm(MeterRegistry registry) {
        new JvmMemoryMetrics().bindTo(registry);
        new JvmGcMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ClassLoaderMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
    }
}
