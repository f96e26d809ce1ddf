package sprout.server;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import sprout.http.HttpLimits;

/**
 * Everything that can be set on a server, with defaults in {@link Builder} and ranges checked here.
 *
 * @param address where to listen; port 0 picks a free one
 * @param executionMode which engine serves the connections
 * @param threadType what handlers run on
 * @param threadPoolSize platform threads for handlers, 1 to 10000; not used with virtual threads
 * @param bodyThreads of these, how many may wait for large request bodies at the same time, 1 to 10000; further ones wait their turn
 * @param eventLoops selector threads, 1 to 1024; hybrid with virtual threads has none
 * @param backlog connections that the kernel keeps until they are accepted, 1 to 65535; the kernel may cap it
 * @param maxConnections open connections, 1 to 1000000; more wait in the backlog
 * @param bufferPoolBytes of buffers that are kept for reuse while nobody needs them, 0 to 1 GiB; 0 keeps none
 * @param memoryBytes that all connections may hold together, 1 MiB to 1 TiB: buffers, bodies, messages, what waits to be sent; when it
 *     is spent, large bodies and messages wait, then end with 503, and beyond twice as much all requests do
 * @param limits what a request may contain
 * @param headerTimeout from the first byte of a request, or from the accept, to the end of its head; then 408
 * @param bodyTimeout for each 64 KiB of a request body; then 408
 * @param idleTimeout between two requests of a connection; then it is closed
 * @param writeTimeout for each 64 KiB of a response that the client does not take; then the connection is closed
 * @param lingerTimeout for a client to close after the last response, so that no reset takes it away; what it sends is discarded
 * @param keepAliveRequests requests that one connection may carry, 1 to 2147483647; the last is answered with close
 * @param stopTimeout how long a stop waits for running requests
 * @param tls how TLS is spoken, its handshake under the header time-out; null for clear text
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

    /** The engines. */
    public enum ExecutionMode {
        /** Event loops read and parse; handlers run on other threads unless they do not block. */
        NIO,
        /** The thread of a request reads, handles and writes, blocking where it has to. */
        HYBRID
    }

    /** The threads that handlers run on. */
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

    /** The defaults, to change some of them. */
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

    /** The defaults stand in the fields below; see {@link ServerOptions} for units and ranges. */
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

        /** The interface to listen on; all of them by default. */
        public Builder host(InetAddress newHost) {
            host = newHost;
            return this;
        }

        /** 0 to 65535; 0 picks a free one. */
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

        /** Half of the pool by default. */
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

        /** A quarter of the heap by default. */
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

        /** Speaks TLS, and nothing else; null for clear text, the default. */
        public Builder tls(@Nullable TlsOptions options) {
            tls = options;
            return this;
        }

        /**
         * The options as set so far.
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
