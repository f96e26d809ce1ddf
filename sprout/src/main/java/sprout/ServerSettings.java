package sprout;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import sprout.config.AppConfig;
import sprout.config.ConfigException;
import sprout.config.DataSize;
import sprout.config.Setting;
import sprout.http.HttpLimits;
import sprout.mvc.Origins;
import sprout.server.ServerOptions;
import sprout.server.ServerOptions.ExecutionMode;
import sprout.server.ServerOptions.ThreadType;
import sprout.websocket.WebSocketOptions;

/**
 * Defines the settings below {@code server} and {@code management.server} and builds the options of the servers from
 * them.
 */
final class ServerSettings {
    private static final Setting<Integer> PORT =
            Setting.number("server.port", "8080", 0, 65_535, "of the application; 0 picks a free one and logs it");
    private static final Setting<String> ADDRESS =
            Setting.text("server.address", "", "the local address to listen on; all unless it is set");
    private static final Setting<ExecutionMode> EXECUTION_MODE = Setting.choice(
            "server.execution-mode",
            ExecutionMode.class,
            "nio",
            "`nio`: event loops receive and parse; `hybrid`: the thread of the request does");
    private static final Setting<ThreadType> THREAD_TYPE =
            Setting.choice("server.thread-type", ThreadType.class, "virtual", "what handlers run on");
    private static final Setting<Integer> THREAD_POOL_SIZE = Setting.number(
            "server.thread-pool-size", "200", 1, 10_000, "platform threads at most, started as they are needed");
    private static final Setting<Integer> BODY_THREADS = Setting.number(
                    "server.body-threads",
                    null,
                    1,
                    10_000,
                    "of the platform threads, how many may wait for request bodies over 32 KiB at the same time, a half of"
                            + " them for clients that expect to be told to continue, and of either half three quarters for one"
                            + " client; others wait their turn, up to the body time-out, then 503")
            .orElse("half of the pool", 1);
    private static final Setting<Integer> EVENT_LOOPS = Setting.number(
                    "server.event-loops", null, 1, 1024, "threads that wait for sockets")
            .orElse("number of processors", Runtime.getRuntime().availableProcessors());
    private static final Setting<Integer> BACKLOG = Setting.number(
            "server.backlog",
            "1024",
            1,
            65_535,
            "connections that the kernel holds until they are accepted; it caps this at its own limit");
    private static final Setting<Integer> MAX_CONNECTIONS = Setting.number(
            "server.max-connections",
            "10000",
            1,
            1_000_000,
            "open at once; for a further one the one is closed that has rested the longest, or else it waits in the backlog");
    private static final Setting<DataSize> BUFFER_POOL_BYTES = Setting.size(
            "server.buffer-pool-bytes",
            "10MB",
            0,
            1 << 30,
            "of buffers that are kept for the next requests; with 0 each request gets new ones");
    private static final Setting<Integer> MEMORY_PERCENT = Setting.number(
            "server.memory-percent",
            "25",
            1,
            40,
            "of the Java heap that all connections may hold together: buffers, bodies, messages, what waits to be sent; one"
                    + " client gets three quarters; when it is spent, large bodies and messages wait, then 503, and beyond twice as much all requests are 503");
    private static final Setting<Integer> KEEP_ALIVE_REQUESTS = Setting.number(
                    "server.keep-alive-requests",
                    null,
                    1,
                    Integer.MAX_VALUE,
                    "requests per connection before it is closed")
            .orElse("unlimited", Integer.MAX_VALUE);
    private static final Setting<Duration> HEADER_TIMEOUT = timeout(
            "server.header-timeout", "10s", "from the first byte of a request to the end of its header; then 408");
    private static final Setting<Duration> BODY_TIMEOUT = timeout(
            "server.body-timeout",
            "30s",
            "for each 64 KiB of a body, or for any of it 1s while all other threads of the pool wait for their clients;"
                    + " then 408");
    private static final Setting<Duration> IDLE_TIMEOUT =
            timeout("server.idle-timeout", "60s", "between requests; then the connection is closed");
    private static final Setting<Duration> WRITE_TIMEOUT = timeout(
            "server.write-timeout",
            "30s",
            "for the client to take each 64 KiB; 1s while body-threads others, or all others of the pool, wait for their clients");
    private static final Setting<Duration> LINGER_TIMEOUT = timeout(
            "server.linger-timeout",
            "2s",
            "for a client to close after the last response; what it still sends is discarded");
    private static final Setting<Duration> STOP_TIMEOUT =
            timeout("server.stop-timeout", "20s", "for running requests when the server stops");
    private static final Setting<DataSize> MAX_TARGET_BYTES =
            Setting.size("server.max-target-bytes", "8KB", 64, 65_536, "of path and query; else 414");
    private static final Setting<DataSize> MAX_HEADER_BYTES =
            Setting.size("server.max-header-bytes", "16KB", 256, 1_048_576, "of all headers; else 431");
    private static final Setting<Integer> MAX_HEADER_COUNT =
            Setting.number("server.max-header-count", "100", 1, 10_000, "headers of a request; else 431");
    private static final Setting<DataSize> MAX_BODY_BYTES =
            Setting.size("server.max-body-bytes", "1MB", 0, Long.MAX_VALUE, "of a request; else 413");
    private static final Setting<DataSize> MAX_MESSAGE_SIZE = Setting.size(
            "server.websocket.max-message-size",
            "1MB",
            1,
            1 << 30,
            "of a WebSocket message, all its frames together; else 1009");
    private static final Setting<DataSize> MAX_QUEUED_BYTES = Setting.size(
            "server.websocket.max-queued-bytes",
            "1MB",
            0,
            1 << 30,
            "that wait for a WebSocket client before a send waits, too");
    private static final Setting<Duration> WEBSOCKET_IDLE_TIMEOUT = timeout(
            "server.websocket.idle-timeout",
            "60s",
            "silence of a WebSocket client; after half of it a ping asks, then the session ends with 1001");
    private static final Setting<Duration> MESSAGE_TIMEOUT = timeout(
            "server.websocket.message-timeout",
            "30s",
            "for each 64 KiB of a WebSocket message; then 1008, or 1013 if the server has no memory for it");
    private static final Setting<Duration> CLOSE_TIMEOUT =
            timeout("server.websocket.close-timeout", "5s", "for a WebSocket client to answer a close");
    private static final Setting<List<String>> ALLOWED_ORIGINS = Setting.list(Setting.text(
            "server.websocket.allowed-origins",
            "",
            "`*`, or origins such as `https://example.org` whose pages may open WebSockets, as pages of the server's own origin"
                    + " always may; others 403"));
    private static final Setting<Integer> MANAGEMENT_PORT = Setting.number(
            "management.server.port", "9080", 0, 65_535, "of health and metrics; 0 picks a free one and logs it");
    private static final Setting<String> MANAGEMENT_ADDRESS = Setting.text(
            "management.server.address",
            "127.0.0.1",
            "the local address to listen on, as what is told there is not for everybody; `0.0.0.0` for all");

    /** All settings of this class. */
    static final List<Setting<?>> SETTINGS = List.of(
            PORT,
            ADDRESS,
            EXECUTION_MODE,
            THREAD_TYPE,
            THREAD_POOL_SIZE,
            BODY_THREADS,
            EVENT_LOOPS,
            BACKLOG,
            MAX_CONNECTIONS,
            BUFFER_POOL_BYTES,
            MEMORY_PERCENT,
            KEEP_ALIVE_REQUESTS,
            HEADER_TIMEOUT,
            BODY_TIMEOUT,
            IDLE_TIMEOUT,
            WRITE_TIMEOUT,
            LINGER_TIMEOUT,
            STOP_TIMEOUT,
            MAX_TARGET_BYTES,
            MAX_HEADER_BYTES,
            MAX_HEADER_COUNT,
            MAX_BODY_BYTES,
            MAX_MESSAGE_SIZE,
            MAX_QUEUED_BYTES,
            WEBSOCKET_IDLE_TIMEOUT,
            MESSAGE_TIMEOUT,
            CLOSE_TIMEOUT,
            ALLOWED_ORIGINS,
            MANAGEMENT_PORT,
            MANAGEMENT_ADDRESS);

    private static final int MANAGEMENT_THREADS = 4;

    private final AppConfig config;

    ServerSettings(AppConfig config) {
        this.config = config;
    }

    private static Setting<Duration> timeout(String key, String preset, String description) {
        return Setting.duration(key, preset, "1ms", "24h", description);
    }

    ServerOptions application() {
        ServerOptions.Builder options = ServerOptions.builder()
                .port(config.get(PORT))
                .executionMode(config.get(EXECUTION_MODE))
                .threadType(config.get(THREAD_TYPE))
                .threadPoolSize(config.get(THREAD_POOL_SIZE))
                .eventLoops(config.get(EVENT_LOOPS))
                .backlog(config.get(BACKLOG))
                .maxConnections(config.get(MAX_CONNECTIONS))
                .bufferPoolBytes((int) config.get(BUFFER_POOL_BYTES).bytes())
                .memoryBytes(memory(config.get(MEMORY_PERCENT)))
                .keepAliveRequests(config.get(KEEP_ALIVE_REQUESTS))
                .limits(limits())
                .headerTimeout(config.get(HEADER_TIMEOUT))
                .bodyTimeout(config.get(BODY_TIMEOUT))
                .idleTimeout(config.get(IDLE_TIMEOUT))
                .writeTimeout(config.get(WRITE_TIMEOUT))
                .lingerTimeout(config.get(LINGER_TIMEOUT))
                .stopTimeout(config.get(STOP_TIMEOUT))
                .tls(new TlsSettings(config).options());
        Integer bodyThreads = config.find(BODY_THREADS).orElse(null);
        if (bodyThreads != null) {
            options.bodyThreads(bodyThreads);
        }
        bind(options, ADDRESS);
        return options.build();
    }

    /**
     * Uses few threads, because health probes and scrapes are rare. Hybrid needs no event loop with virtual threads,
     * and one with platform threads.
     */
    ServerOptions management() {
        ServerOptions.Builder options = ServerOptions.builder()
                .port(config.get(MANAGEMENT_PORT))
                .executionMode(ExecutionMode.HYBRID)
                .threadType(config.get(THREAD_TYPE))
                .threadPoolSize(MANAGEMENT_THREADS)
                .eventLoops(1)
                .memoryBytes(memory(1));
        bind(options, MANAGEMENT_ADDRESS);
        return options.build();
    }

    private static long memory(int percent) {
        return Math.max(1 << 20, Runtime.getRuntime().maxMemory() / 100 * percent);
    }

    private void bind(ServerOptions.Builder options, Setting<String> address) {
        String host = config.get(address);
        if (!host.isEmpty()) {
            options.host(address(address, host));
        }
    }

    WebSocketOptions webSocket() {
        return new WebSocketOptions(
                (int) config.get(MAX_MESSAGE_SIZE).bytes(),
                (int) config.get(MAX_QUEUED_BYTES).bytes(),
                config.get(WEBSOCKET_IDLE_TIMEOUT),
                config.get(MESSAGE_TIMEOUT),
                config.get(CLOSE_TIMEOUT));
    }

    /** The additional origins whose pages may open WebSockets. */
    Origins webSocketOrigins() {
        return Origins.of(config, ALLOWED_ORIGINS);
    }

    private HttpLimits limits() {
        return new HttpLimits(
                (int) config.get(MAX_TARGET_BYTES).bytes(),
                (int) config.get(MAX_HEADER_BYTES).bytes(),
                config.get(MAX_HEADER_COUNT),
                config.get(MAX_BODY_BYTES).bytes());
    }

    private static InetAddress address(Setting<String> setting, String host) {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new ConfigException("%s is '%s', but must be the name or address of an interface of this machine"
                    .formatted(setting.key(), host));
        }
    }
}
