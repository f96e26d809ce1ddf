package sprout.management;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.metrics.micrometer.MicrometerMetricsTrackerFactory;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.MeterRegistry;
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
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import sprout.mvc.Endpoint;
import sprout.mvc.RequestTimings;

/**
 * The metrics of the application in the format of Prometheus. The registry is made by the first scrape: loading it takes longer than
 * starting the server. Requests are counted from the first one on; only GC pauses before the first scrape are not seen.
 */
public final class Metrics implements AutoCloseable {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int SPARE_BYTES = 1024;

    private final List<Endpoint> endpoints;
    private final RequestTimings unmatched;
    private final @Nullable CompletionStage<HikariDataSource> pool;
    private final Supplier<Source> engine;
    private final ReentrantLock lock = new ReentrantLock();
    private final Set<RequestTimings.Timing> published = new HashSet<>();
    private @Nullable PrometheusMeterRegistry registry;
    private @Nullable JvmGcMetrics gc;
    private @Nullable Source source;
    private int pageBytes = 16 * 1024;

    /** Meters of another part of the application. Called by one thread at a time. */
    public interface Source {
        /** Adds its meters; once. */
        void bind(MeterRegistry meters);

        /** Reads what its meters show; at the beginning of each scrape. */
        void refresh();
    }

    /**
     * Metrics of these sources.
     *
     * @param unmatched requests that no endpoint answered
     * @param pool measured from when it is open and the first scrape has come, null if there is none
     * @param engine asked by the first scrape, for the meters of the server
     */
    public Metrics(
            List<Endpoint> endpoints,
            RequestTimings unmatched,
            @Nullable CompletionStage<HikariDataSource> pool,
            Supplier<Source> engine) {
        this.endpoints = List.copyOf(endpoints);
        this.unmatched = unmatched;
        this.pool = pool;
        this.engine = engine;
    }

    /** The page, in UTF-8. Pages hardly differ in size, so the room for this one is that of the last. */
    byte[] scrape() throws IOException {
        lock.lock();
        try {
            PrometheusMeterRegistry meters = registry();
            if (source != null) {
                source.refresh();
            }
            for (Endpoint endpoint : endpoints) {
                publish(meters, endpoint.route().pattern().text(), endpoint.timings());
            }
            publish(meters, "UNKNOWN", unmatched);
            ByteArrayOutputStream page = new ByteArrayOutputStream(pageBytes);
            meters.scrape(page);
            pageBytes = page.size() + SPARE_BYTES;
            return page.toByteArray();
        } finally {
            lock.unlock();
        }
    }

    private PrometheusMeterRegistry registry() {
        PrometheusMeterRegistry known = registry;
        if (known == null) {
            known = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
            bind(known);
            registry = known;
        }
        return known;
    }

    private void bind(PrometheusMeterRegistry meters) {
        new JvmMemoryMetrics().bindTo(meters);
        new JvmThreadMetrics().bindTo(meters);
        new JvmInfoMetrics().bindTo(meters);
        new ClassLoaderMetrics().bindTo(meters);
        new ProcessorMetrics().bindTo(meters);
        new FileDescriptorMetrics().bindTo(meters);
        new UptimeMetrics().bindTo(meters);
        JvmGcMetrics pauses = new JvmGcMetrics();
        pauses.bindTo(meters);
        gc = pauses;
        source = engine.get();
        source.bind(meters);
        if (pool != null) {
            pool.thenAccept(open -> open.setMetricsTrackerFactory(new MicrometerMetricsTrackerFactory(meters)));
        }
    }

    private void publish(PrometheusMeterRegistry meters, String uri, RequestTimings timings) {
        for (RequestTimings.Entry entry : timings.entries()) {
            if (published.add(entry.timing())) {
                publish(meters, uri, entry);
            }
        }
    }

    private static void publish(PrometheusMeterRegistry meters, String uri, RequestTimings.Entry entry) {
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

    /** Stops listening to garbage collections. */
    @Override
    public void close() {
        lock.lock();
        try {
            if (gc != null) {
                gc.close();
            }
        } finally {
            lock.unlock();
        }
    }
}
