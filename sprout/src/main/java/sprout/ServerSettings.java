package sprout;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import sprout.config.AppConfig;
import sprout.config.ConfigException;
import sprout.http.HttpLimits;
import sprout.server.ServerOptions;
import sprout.server.ServerOptions.ExecutionMode;
import sprout.server.ServerOptions.ThreadType;

/** Reads the keys below {@code server} and {@code management.server}. */
final class ServerSettings {
    private static final int MANAGEMENT_THREADS = 4;

    private final AppConfig config;

    ServerSettings(AppConfig config) {
        this.config = config;
    }

    ServerOptions application() {
        ServerOptions.Builder options = ServerOptions.builder()
                .port(config.number("server.port", 8080, 0, 65_535))
                .executionMode(config.choice("server.execution-mode", ExecutionMode.NIO))
                .threadType(config.choice("server.thread-type", ThreadType.VIRTUAL))
                .threadPoolSize(config.number("server.thread-pool-size", 200, 1, 10_000))
                .eventLoops(
                        config.number("server.event-loops", Runtime.getRuntime().availableProcessors(), 1, 1024))
                .backlog(config.number("server.backlog", 1024, 1, 65_535))
                .maxConnections(config.number("server.max-connections", 10_000, 1, 1_000_000))
                .keepAliveRequests(config.number("server.keep-alive-requests", Integer.MAX_VALUE, 1, Integer.MAX_VALUE))
                .limits(limits())
                .headerTimeout(timeout("server.header-timeout", 10))
                .bodyTimeout(timeout("server.body-timeout", 30))
                .idleTimeout(timeout("server.idle-timeout", 60))
                .writeTimeout(timeout("server.write-timeout", 30))
                .lingerTimeout(timeout("server.linger-timeout", 2))
                .stopTimeout(timeout("server.stop-timeout", 20));
        if (config.find("server.body-threads").isPresent()) {
            options.bodyThreads(config.number("server.body-threads", 1, 1, 10_000));
        }
        config.find("server.address").ifPresent(host -> options.host(address("server.address", host)));
        return options.build();
    }

    /** A prober and a scraper come seldom and together: few threads, and the engine that needs no event loop. */
    ServerOptions management() {
        ServerOptions.Builder options = ServerOptions.builder()
                .port(config.number("management.server.port", 9080, 0, 65_535))
                .executionMode(ExecutionMode.HYBRID)
                .threadType(config.choice("server.thread-type", ThreadType.VIRTUAL))
                .threadPoolSize(MANAGEMENT_THREADS)
                .eventLoops(1);
        config.find("management.server.address")
                .ifPresent(host -> options.host(address("management.server.address", host)));
        return options.build();
    }

    private HttpLimits limits() {
        HttpLimits defaults = HttpLimits.DEFAULT;
        return new HttpLimits(
                config.number("server.max-target-bytes", defaults.targetBytes(), 64, 65_536),
                config.number("server.max-header-bytes", defaults.headerBytes(), 256, 1_048_576),
                config.number("server.max-header-count", defaults.headerCount(), 1, 10_000),
                config.number("server.max-body-bytes", defaults.bodyBytes(), 0, Long.MAX_VALUE));
    }

    private Duration timeout(String key, int defaultSeconds) {
        Duration timeout = config.duration(key, Duration.ofSeconds(defaultSeconds));
        if (timeout.isZero() || timeout.compareTo(Duration.ofDays(1)) > 0) {
            throw new ConfigException("%s is '%s', but must be more than 0 and at most 24h".formatted(key, timeout));
        }
        return timeout;
    }

    private static InetAddress address(String key, String host) {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new ConfigException(
                    "%s is '%s', but must be the name or address of an interface of this machine".formatted(key, host));
        }
    }
}
