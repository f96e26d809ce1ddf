package sprout;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.ToDoubleFunction;
import sprout.management.Metrics;
import sprout.server.HttpServer;
import sprout.server.ServerStatistics;

/**
 * Registers the meters of the HTTP engine. None has a tag, so clients cannot create meters. The first scrape creates
 * them, together with the rest of Micrometer. Each scrape shows the statistics that were read at its beginning.
 */
final class EngineMetrics implements Metrics.Source {
    private final HttpServer server;
    private volatile ServerStatistics statistics;

    EngineMetrics(HttpServer server) {
        this.server = server;
        this.statistics = server.statistics();
    }

    @Override
    public void refresh() {
        statistics = server.statistics();
    }

    @Override
    public void bind(MeterRegistry meters) {
        gauge(meters, "sprout.connections.open", ServerStatistics::connectionsOpen);
        gauge(meters, "sprout.connections.limit", ServerStatistics::connectionsMost);
        counter(meters, "sprout.connections.accepted", ServerStatistics::connectionsAccepted);
        counter(meters, "sprout.connections.evicted", ServerStatistics::connectionsEvicted);
        counter(meters, "sprout.requests.begun", ServerStatistics::requestsBegun);
        gauge(meters, "sprout.requests.active", ServerStatistics::requestsActive);
        counter(meters, "sprout.requests.refused", ServerStatistics::requestsRefused);
        gauge(meters, "sprout.buffers.used", ServerStatistics::buffersUsed);
        gauge(meters, "sprout.buffers.pooled.bytes", ServerStatistics::buffersPooledBytes);
        gauge(meters, "sprout.pool.threads", ServerStatistics::threads);
        gauge(meters, "sprout.pool.busy", ServerStatistics::threadsBusy);
        gauge(meters, "sprout.pool.queued", ServerStatistics::tasksQueued);
        gauge(meters, "sprout.bodies.waiting", ServerStatistics::bodiesWaiting);
        gauge(meters, "sprout.memory.used.bytes", ServerStatistics::memoryUsed);
        gauge(meters, "sprout.memory.limit.bytes", ServerStatistics::memoryMost);
        counter(meters, "sprout.memory.waits", ServerStatistics::memoryWaits);
        FunctionCounter.builder("sprout.accept.failures", server, HttpServer::acceptFailures)
                .register(meters);
    }

    private void gauge(MeterRegistry meters, String name, ToDoubleFunction<ServerStatistics> value) {
        Gauge.builder(name, this, engine -> value.applyAsDouble(engine.statistics))
                .register(meters);
    }

    private void counter(MeterRegistry meters, String name, ToDoubleFunction<ServerStatistics> value) {
        FunctionCounter.builder(name, this, engine -> value.applyAsDouble(engine.statistics))
                .register(meters);
    }
}
