package sprout;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import sprout.config.AppConfig;
import sprout.config.ConfigException;
import sprout.config.DataSize;
import sprout.config.Setting;
import sprout.mvc.Origins;
import sprout.server.ServerOptions;
import sprout.server.ServerOptions.ExecutionMode;
import sprout.server.ServerOptions.ThreadType;
import sprout.websocket.WebSocketOptions;

/**
 * Defines the settings below {@code server.websocket} and {@code management.server}, and builds the options of both
 * servers.
 */
final class ServerSettings {
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
    private static final Setting<List<String>> ALLOWED_ORIGINS = Setting.list(
            Setting.text(
                    "server.websocket.allowed-origins",
                    "",
                    "`*`, or origins such as `https://example.org` whose pages may open WebSockets; the server's own always may"));
    private static final Setting<Integer> MANAGEMENT_PORT = Setting.number(
            "management.server.port", "9080", 0, 65_535, "of health and metrics; 0 picks a free one and logs it");
    private static final Setting<String> MANAGEMENT_ADDRESS =
            Setting.text("management.server.address", "127.0.0.1", "the local address to listen on; `0.0.0.0` for all");

    /** All settings of this class, which come after those of {@link ServerOptions}. */
    static final List<Setting<?>> SETTINGS = List.of(
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
        ServerOptions.Builder options = ServerOptions.builder(config).tls(new TlsSettings(config).options());
        bind(options, ServerOptions.ADDRESS);
        return options.build();
    }

    /**
     * Uses few threads, because health probes and scrapes are rare; platform threads, because handlers that compute can
     * keep all virtual ones waiting, and a server whose liveness does not answer is restarted.
     */
    ServerOptions management() {
        ServerOptions.Builder options = ServerOptions.builder()
                .port(config.get(MANAGEMENT_PORT))
                .executionMode(ExecutionMode.HYBRID)
                .threadType(ThreadType.PLATFORM)
                .threadPoolSize(MANAGEMENT_THREADS)
                .eventLoops(1)
                .memoryPercent(1);
        bind(options, MANAGEMENT_ADDRESS);
        return options.build();
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

    private static InetAddress address(Setting<String> setting, String host) {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new ConfigException("%s is '%s', but must be the name or address of an interface of this machine"
                    .formatted(setting.key(), host));
        }
    }
}
