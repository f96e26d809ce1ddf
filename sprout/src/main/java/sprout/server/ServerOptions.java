package sprout.server;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import sprout.http.HttpLimits;

/**
 * Holds all settings of a server. {@link Builder} has the defaults; the constructor checks the ranges.
 *
 * @param address the address to listen on; port 0 picks a free port
 * @param executionMode the engine that serves the connections
 * @param threadType the threads that handlers run on
 * @param threadPoolSize platform threads for handlers, 1 to 10000; unused with virtual threads
 * @param bodyThreads how many of the pool threads may wait for large request bodies at the same time, 1 to 10000; half
 *     of them, rounded down, are reserved for requests with {@code Expect: 100-continue}; further requests wait for
 *     their turn
 * @param eventLoops selector threads, 1 to 1024; hybrid with virtual threads starts them with the first connection that
 *     leaves HTTP
 * @param backlog connections that the kernel queues until they are accepted, 1 to 65535; the kernel may cap it
 * @param maxConnections open connections, 1 to 1000000; further ones wait in the backlog
 * @param bufferPoolBytes bytes of free buffers that are kept for reuse, 0 to 1 GiB; 0 keeps none
 * @param memoryBytes bytes that all connections may hold together, 1 MiB to 1 TiB: buffers, bodies, messages and queued
 *     output; one client may take three quarters of them. When they are spent, large bodies wait, then get 503, and
 *     large WebSocket messages wait, then end with 1013. Beyond twice as many bytes, every new request gets 503
 * @param limits the limits of a single request
 * @param headerTimeout time for the head of a request, counted from its first byte or from the accept; then the server
 *     answers 408, or only closes if nothing was received
 * @param bodyTimeout time that the server waits for each 64 KiB of a request body; then 408. While all other pool
 *     threads wait for their clients, a thread waits at most a second for the next bytes
 * @param idleTimeout time between two requests of a connection; then the server closes it
 * @param writeTimeout time in which the client must take each 64 KiB of a response; then the server closes the
 *     connection. While {@code bodyThreads} other pool threads, or all others, wait for their clients to read, a
 *     thread waits at most a second
 * @param lingerTimeout time for a client to close after the last response, so that no reset destroys the response;
 *     input is discarded meanwhile
 * @param keepAliveRequests requests per connection, 1 to 2147483647; the last response says {@code Connection: close}
 * @param stopTimeout how long a stop waits for running requests
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

    private static final Duration LONGEST = Duration.ofDays(1);

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

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException naming the option, its value and its range
     */
    public ServerOptions {
        check("threadPoolSize", threadPoolSize, 1, 10_000);
        check("bodyThreads", bodyThreads, 1, 10_000);
        check("eventLoops", eventLoops, 1, 1024);
        check("backlog", backlog, 1, 65_535);
        check("maxConnections", maxConnections, 1, 1_000_000);
        check("bufferPoolBytes", bufferPoolBytes, 0, 1 << 30);
        if (memoryBytes < 1 << 20 || memoryBytes > 1L << 40) {
            throw new IllegalArgumentException("memoryBytes must be 1 MiB to 1 TiB, not " + memoryBytes);
        }
        check("keepAliveRequests", keepAliveRequests, 1, Integer.MAX_VALUE);
        check("headerTimeout", headerTimeout);
        check("bodyTimeout", bodyTimeout);
        check("idleTimeout", idleTimeout);
        check("writeTimeout", writeTimeout);
        check("lingerTimeout", lingerTimeout);
        check("stopTimeout", stopTimeout);
    }

    /** Starts with the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    private static void check(String name, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(name + " must be " + min + " to " + max + ", not " + value);
        }
    }

    private static void check(String name, Duration value) {
        if (value.isNegative() || value.isZero() || value.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(name + " must be more than 0 and at most 1 day, not " + value);
        }
    }

    /**
     * Collects options, beginning with the defaults in the fields below. {@link ServerOptions} documents units and
     * ranges.
     */
    public static final class Builder {
        private InetAddress host = new InetSocketAddress(0).getAddress();
        private int port = 8080;
        private ExecutionMode executionMode = ExecutionMode.NIO;
        private ThreadType threadType = ThreadType.VIRTUAL;
        private int threadPoolSize = 200;
        private int bodyThreads;
        private int eventLoops = Runtime.getRuntime().availableProcessors();
        private int backlog = 1024;
        private int maxConnections = 10_000;
        private int bufferPoolBytes = ByteBufferPool.KEPT_BYTES;
        private long memoryBytes = Math.max(1 << 20, Runtime.getRuntime().maxMemory() / 4);
        private HttpLimits limits = HttpLimits.DEFAULT;
        private Duration headerTimeout = Duration.ofSeconds(10);
        private Duration bodyTimeout = Duration.ofSeconds(30);
        private Duration idleTimeout = Duration.ofSeconds(60);
        private Duration writeTimeout = Duration.ofSeconds(30);
        private Duration lingerTimeout = Duration.ofSeconds(2);
        private int keepAliveRequests = Integer.MAX_VALUE;
        private Duration stopTimeout = Duration.ofSeconds(20);
        private @Nullable TlsOptions tls;

        private Builder() {}

        /** Sets the interface to listen on; all interfaces by default. */
        public Builder host(InetAddress newHost) {
            host = newHost;
            return this;
        }

        /** Sets the port, 0 to 65535; 0 picks a free one. */
        public Builder port(int newPort) {
            check("port", newPort, 0, 65_535);
            port = newPort;
            return this;
        }

        public Builder executionMode(ExecutionMode newMode) {
            executionMode = newMode;
            return this;
        }

        public Builder threadType(ThreadType newType) {
            threadType = newType;
            return this;
        }

        public Builder threadPoolSize(int threads) {
            threadPoolSize = threads;
            return this;
        }

        /** Limits the pool threads that wait for bodies; half of the pool by default. */
        public Builder bodyThreads(int threads) {
            check("bodyThreads", threads, 1, 10_000);
            bodyThreads = threads;
            return this;
        }

        public Builder eventLoops(int loops) {
            eventLoops = loops;
            return this;
        }

        public Builder backlog(int connections) {
            backlog = connections;
            return this;
        }

        public Builder maxConnections(int connections) {
            maxConnections = connections;
            return this;
        }

        public Builder bufferPoolBytes(int bytes) {
            bufferPoolBytes = bytes;
            return this;
        }

        /** Sets the memory budget of all connections; a quarter of the maximum heap by default. */
        public Builder memoryBytes(long bytes) {
            memoryBytes = bytes;
            return this;
        }

        public Builder limits(HttpLimits newLimits) {
            limits = newLimits;
            return this;
        }

        public Builder headerTimeout(Duration timeout) {
            headerTimeout = timeout;
            return this;
        }

        public Builder bodyTimeout(Duration timeout) {
            bodyTimeout = timeout;
            return this;
        }

        public Builder idleTimeout(Duration timeout) {
            idleTimeout = timeout;
            return this;
        }

        public Builder writeTimeout(Duration timeout) {
            writeTimeout = timeout;
            return this;
        }

        public Builder lingerTimeout(Duration timeout) {
            lingerTimeout = timeout;
            return this;
        }

        public Builder keepAliveRequests(int requests) {
            keepAliveRequests = requests;
            return this;
        }

        public Builder stopTimeout(Duration timeout) {
            stopTimeout = timeout;
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
         * @throws IllegalArgumentException naming the option that is out of its range
         */
        public ServerOptions build() {
            return new ServerOptions(
                    new InetSocketAddress(host, port),
                    executionMode,
                    threadType,
                    threadPoolSize,
                    bodyThreads > 0 ? bodyThreads : Math.max(1, threadPoolSize / 2),
                    eventLoops,
                    backlog,
                    maxConnections,
                    bufferPoolBytes,
                    memoryBytes,
                    limits,
                    headerTimeout,
                    bodyTimeout,
                    idleTimeout,
                    writeTimeout,
                    lingerTimeout,
                    keepAliveRequests,
                    stopTimeout,
                    tls);
        }
    }
}
