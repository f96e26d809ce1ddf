package sprout.server;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sprout.config.AppConfig;
import sprout.config.DataSize;
import sprout.config.Setting;
import sprout.http.HttpLimits;

/**
 * Holds all options of a server, as a {@link Builder} collects them. Each {@link Setting} here has the key, default,
 * range and meaning of one option.
 *
 * @param address the address to listen on; port 0 picks a free port
 * @param memoryBytes bytes that all connections may hold together: buffers, bodies, messages and queued output; one
 *     client may take three quarters of them
 * @param tls TLS settings, whose handshake must end within the header time-out; null for clear text
 */
public record ServerOptions(
        InetSocketAddress address,
        ExecutionMode executionMode,
        ThreadType threadType,
        int threadPoolSize,
        int bodyThreads,
        int eventLoops,
        int backlog,
        int maxConnections,
        int bufferPoolBytes,
        long memoryBytes,
        HttpLimits limits,
        Duration headerTimeout,
        Duration bodyTimeout,
        Duration idleTimeout,
        Duration writeTimeout,
        Duration lingerTimeout,
        int keepAliveRequests,
        Duration stopTimeout,
        @Nullable TlsOptions tls) {

    public static final Setting<Integer> PORT =
            Setting.number("server.port", "8080", 0, 65_535, "port of the application; 0 picks a free one and logs it");
    public static final Setting<String> ADDRESS =
            Setting.text("server.address", "", "the local address to listen on; all unless it is set");
    public static final Setting<ExecutionMode> EXECUTION_MODE = Setting.choice(
            "server.execution-mode",
            ExecutionMode.class,
            "nio",
            "`nio`: event loops receive and parse; `hybrid`: the thread of the request does");
    public static final Setting<ThreadType> THREAD_TYPE = Setting.choice(
            "server.thread-type", ThreadType.class, "virtual", "`virtual` or `platform` threads run the handlers");
    public static final Setting<Integer> THREAD_POOL_SIZE = Setting.number(
            "server.thread-pool-size",
            "200",
            1,
            10_000,
            "platform threads at most; they start when needed, and end after 10 s without work");
    public static final Setting<Integer> BODY_THREADS = Setting.number(
                    "server.body-threads",
                    null,
                    1,
                    10_000,
                    "platform threads that may wait for the rest of bodies over 32 KiB; half of them serve"
                            + " `Expect: 100-continue`, and one client gets three quarters of each half; other bodies wait"
                            + " up to the body time-out, then 503")
            .orElse("half of the pool", 1);
    public static final Setting<Integer> EVENT_LOOPS = Setting.number(
                    "server.event-loops", null, 1, 1024, "threads that wait for sockets")
            .orElse("number of processors", Runtime.getRuntime().availableProcessors());
    public static final Setting<Integer> BACKLOG = Setting.number(
            "server.backlog",
            "1024",
            1,
            65_535,
            "connections that the kernel holds until they are accepted; it has its own limit");
    public static final Setting<Integer> MAX_CONNECTIONS = Setting.number(
            "server.max-connections",
            "10000",
            1,
            1_000_000,
            "connections open at the same time; a new one replaces the one that is idle longest, then one whose request"
                    + " or response has progressed by less than 64 KiB for 2 s, or waits in the backlog; fewer if the process may not open as many"
                    + " files");
    public static final Setting<DataSize> BUFFER_POOL_BYTES = Setting.size(
            "server.buffer-pool-bytes",
            "10MB",
            0,
            1 << 30,
            "unused buffers that are kept; with 0 each request gets new ones");
    public static final Setting<Integer> MEMORY_PERCENT = Setting.number(
            "server.memory-percent",
            "25",
            1,
            40,
            "share of the Java heap that all connections may hold; one client gets three quarters of it; above"
                    + " it, large bodies and messages wait, then 503; above one and a half times as much, requests"
                    + " over 2 KiB, above twice as much, all requests, and answers over 32 KiB, get 503");
    public static final Setting<Integer> KEEP_ALIVE_REQUESTS = Setting.number(
                    "server.keep-alive-requests",
                    null,
                    1,
                    Integer.MAX_VALUE,
                    "requests per connection before it is closed")
            .orElse("unlimited", Integer.MAX_VALUE);
    public static final Setting<Duration> HEADER_TIMEOUT = timeout(
            "server.header-timeout", "10s", "from the first byte of a request to the end of its header; then 408");
    public static final Setting<Duration> BODY_TIMEOUT = timeout(
            "server.body-timeout",
            "30s",
            "for each 64 KiB of a body, then 408; only 1s while all other pool threads wait for clients");
    public static final Setting<Duration> IDLE_TIMEOUT =
            timeout("server.idle-timeout", "60s", "between requests; then the connection is closed");
    public static final Setting<Duration> WRITE_TIMEOUT = timeout(
            "server.write-timeout",
            "30s",
            "for the client to take each 64 KiB; only 1s while `server.body-threads` others, or all others of"
                    + " the pool, wait for clients; 0s for a stream while half of the remaining threads wait, too");
    public static final Setting<Duration> LINGER_TIMEOUT =
            timeout("server.linger-timeout", "2s", "how long to wait for the client to close after the last response");
    public static final Setting<Duration> STOP_TIMEOUT =
            timeout("server.stop-timeout", "20s", "for running requests when the server stops");
    public static final Setting<DataSize> MAX_TARGET_BYTES =
            Setting.size("server.max-target-bytes", "8KB", 64, 65_536, "of path and query; else 414");
    public static final Setting<DataSize> MAX_HEADER_BYTES =
            Setting.size("server.max-header-bytes", "16KB", 256, 1_048_576, "of all headers; else 431");
    public static final Setting<Integer> MAX_HEADER_COUNT =
            Setting.number("server.max-header-count", "100", 1, 10_000, "headers of a request; else 431");
    public static final Setting<DataSize> MAX_BODY_BYTES =
            Setting.size("server.max-body-bytes", "1MB", 0, Long.MAX_VALUE, "of a request; else 413");

    /** All settings of this class. */
    public static final List<Setting<?>> SETTINGS = List.of(
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
            MAX_BODY_BYTES);

    /** Selects the engine. */
    public enum ExecutionMode {
        /** Event loops receive and parse. Handlers run on other threads unless they do not block. */
        NIO,
        /** One thread receives, handles and sends a request, and blocks where it has to wait. */
        HYBRID
    }

    /** Selects the threads that handlers run on. */
    public enum ThreadType {
        VIRTUAL,
        PLATFORM
    }

    private static Setting<Duration> timeout(String key, String preset, String description) {
        return Setting.duration(key, preset, "1ms", "24h", description);
    }

    /** Starts with the defaults. */
    public static Builder builder() {
        return builder(AppConfig.of(Map.of()));
    }

    /** Starts with the settings of an application. */
    public static Builder builder(AppConfig settings) {
        return new Builder(settings);
    }

    /** Collects options. Options that are not set here come from the settings that the builder started with. */
    public static final class Builder {
        private final AppConfig settings;
        private final Map<String, String> given = new HashMap<>();
        private InetAddress host = new InetSocketAddress(0).getAddress();
        private @Nullable Long memoryBytes;
        private @Nullable HttpLimits limits;
        private @Nullable TlsOptions tls;

        private Builder(AppConfig settings) {
            this.settings = settings;
        }

        private Builder set(Setting<?> option, Object value) {
            given.put(option.key(), value.toString());
            return this;
        }

        /** Sets the interface to listen on; all interfaces by default. */
        public Builder host(InetAddress newHost) {
            host = newHost;
            return this;
        }

        public Builder port(int port) {
            return set(PORT, port);
        }

        public Builder executionMode(ExecutionMode mode) {
            return set(EXECUTION_MODE, mode);
        }

        public Builder threadType(ThreadType type) {
            return set(THREAD_TYPE, type);
        }

        public Builder threadPoolSize(int threads) {
            return set(THREAD_POOL_SIZE, threads);
        }

        public Builder bodyThreads(int threads) {
            return set(BODY_THREADS, threads);
        }

        public Builder eventLoops(int loops) {
            return set(EVENT_LOOPS, loops);
        }

        public Builder backlog(int connections) {
            return set(BACKLOG, connections);
        }

        public Builder maxConnections(int connections) {
            return set(MAX_CONNECTIONS, connections);
        }

        public Builder bufferPoolBytes(int bytes) {
            return set(BUFFER_POOL_BYTES, bytes);
        }

        public Builder keepAliveRequests(int requests) {
            return set(KEEP_ALIVE_REQUESTS, requests);
        }

        public Builder headerTimeout(Duration timeout) {
            return set(HEADER_TIMEOUT, timeout);
        }

        public Builder bodyTimeout(Duration timeout) {
            return set(BODY_TIMEOUT, timeout);
        }

        public Builder idleTimeout(Duration timeout) {
            return set(IDLE_TIMEOUT, timeout);
        }

        public Builder writeTimeout(Duration timeout) {
            return set(WRITE_TIMEOUT, timeout);
        }

        public Builder lingerTimeout(Duration timeout) {
            return set(LINGER_TIMEOUT, timeout);
        }

        public Builder stopTimeout(Duration timeout) {
            return set(STOP_TIMEOUT, timeout);
        }

        public Builder memoryPercent(int percent) {
            return set(MEMORY_PERCENT, percent);
        }

        /** Sets the memory budget of all connections, instead of a share of the heap. */
        public Builder memoryBytes(long bytes) {
            memoryBytes = bytes;
            return this;
        }

        public Builder limits(HttpLimits newLimits) {
            limits = newLimits;
            return this;
        }

        /** Serves TLS only, with these settings; null, the default, serves clear text. */
        public Builder tls(@Nullable TlsOptions options) {
            tls = options;
            return this;
        }

        /**
         * Creates the options.
         *
         * @throws sprout.config.ConfigException naming the setting that is out of its range
         */
        public ServerOptions build() {
            int threadPoolSize = get(THREAD_POOL_SIZE);
            return new ServerOptions(
                    new InetSocketAddress(host, get(PORT)),
                    get(EXECUTION_MODE),
                    get(THREAD_TYPE),
                    threadPoolSize,
                    find(BODY_THREADS).orElse(Math.max(1, threadPoolSize / 2)),
                    get(EVENT_LOOPS),
                    get(BACKLOG),
                    get(MAX_CONNECTIONS),
                    (int) get(BUFFER_POOL_BYTES).bytes(),
                    memoryBytes == null ? share(get(MEMORY_PERCENT)) : memoryBytes,
                    limits == null ? configuredLimits() : limits,
                    get(HEADER_TIMEOUT),
                    get(BODY_TIMEOUT),
                    get(IDLE_TIMEOUT),
                    get(WRITE_TIMEOUT),
                    get(LINGER_TIMEOUT),
                    get(KEEP_ALIVE_REQUESTS),
                    get(STOP_TIMEOUT),
                    tls);
        }

        private static long share(int percent) {
            return Math.max(1 << 20, Runtime.getRuntime().maxMemory() / 100 * percent);
        }

        private HttpLimits configuredLimits() {
            return new HttpLimits(
                    (int) get(MAX_TARGET_BYTES).bytes(),
                    (int) get(MAX_HEADER_BYTES).bytes(),
                    get(MAX_HEADER_COUNT),
                    get(MAX_BODY_BYTES).bytes());
        }

        private <T> T get(Setting<T> option) {
            return AppConfig.of(given).find(option).orElseGet(() -> settings.get(option));
        }

        private <T> Optional<T> find(Setting<T> option) {
            return AppConfig.of(given).find(option).or(() -> settings.find(option));
        }
    }
}
