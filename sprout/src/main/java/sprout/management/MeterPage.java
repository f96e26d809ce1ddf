package sprout.management;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.metrics.micrometer.MicrometerMetricsTrackerFactory;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmInfoMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import sprout.mvc.Endpoint;
import sprout.mvc.RequestTimings;

/**
 * Holds the meters and writes the metrics page. Separate from {@link Metrics}, because verifying a class that uses the
 * registry loads the registry. Not thread-safe.
 */
final class MeterPage {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int SPARE_BYTES = 1024;

    private final PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics gc = new JvmGcMetrics();
    private final Set<RequestTimings.Timing> published = new HashSet<>();
    private final Metrics.Source engine;
    private int pageBytes = 16 * 1024;

    MeterPage(@Nullable CompletionStage<HikariDataSource> pool, Metrics.Source engine) {
        this.engine = engine;
        new JvmMemoryMetrics().bindTo(meters);
        new JvmThreadMetrics().bindTo(meters);
        new JvmInfoMetrics().bindTo(meters);
        new ClassLoaderMetrics().bindTo(meters);
        new ProcessorMetrics().bindTo(meters);
        new FileDescriptorMetrics().bindTo(meters);
        new UptimeMetrics().bindTo(meters);
        gc.bindTo(meters);
        engine.bind(meters);
        if (pool != null) {
            pool.thenAccept(open -> open.setMetricsTrackerFactory(new MicrometerMetricsTrackerFactory(meters)));
        }
    }

    /**
     * Writes the metrics page, in UTF-8. The buffer starts at the size of the previous page, because sizes hardly
     * differ.
     */
    byte[] write(List<Endpoint> endpoints, RequestTimings unmatched) throws IOException {
        engine.refresh();
        for (Endpoint endpoint : endpoints) {
            publish(endpoint.route().pattern().text(), endpoint.timings());
        }
        publish("UNKNOWN", unmatched);
        ByteArrayOutputStream page = new ByteArrayOutputStream(pageBytes);
        meters.scrape(page);
        pageBytes = page.size() + SPARE_BYTES;
        return page.toByteArray();
    }

    private void publish(String uri, RequestTimings timings) {
        for (RequestTimings.Entry entry : timings.entries()) {
            if (published.add(entry.timing())) {
                publish(uri, entry);
            }
        }
    }

    private void publish(String uri, RequestTimings.Entry entry) {
        Tags tags = Tags.of(
                "method", entry.method(),
                "status", String.valueOf(entry.status()),
                "outcome", outcome(entry.status()),
                "uri", uri);
        RequestTimings.Timing timing = entry.timing();
        FunctionTimer.builder(
                        "http.server.requests",
                        timing,
                        RequestTimings.Timing::count,
                        RequestTimings.Timing::totalNanos,
                        TimeUnit.NANOSECONDS)
                .tags(tags)
                .register(meters);
        TimeGauge.builder(
                        "http.server.requests.max",
                        timing,
                        TimeUnit.SECONDS,
                        one -> one.takeMaxNanos() / NANOS_PER_SECOND)
                .tags(tags)
                .register(meters);
    }

    private static String outcome(int status) {
        return switch (status / 100) {
            case 1 -> "INFORMATIONAL";
            case 2 -> "SUCCESS";
            case 3 -> "REDIRECTION";
            case 4 -> "CLIENT_ERROR";
            default -> "SERVER_ERROR";
        };
    }

    /** Unregisters the listener for garbage collections. */
    void close() {
        gc.close();
    }
}
