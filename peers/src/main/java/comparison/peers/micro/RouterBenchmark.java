package comparison.peers.micro;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import sprout.SproutApplication;
import sprout.SproutContext;
import sprout.http.HttpHeaders;
import sprout.http.HttpRequest;
import sprout.http.HttpVersion;
import sprout.mvc.RequestDispatcher;

/**
 * Measures the search for a route among plain paths and patterns, which decides whether a handler may run on the event
 * loop.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@SuppressWarnings("NullAway.Init") // JMH sets the fields up
public class RouterBenchmark {
    /** A plain path, a variable, a variable with a regular expression, any depth, no route. */
    @Param({"/shop/orders", "/shop/orders/42", "/shop/orders/42/items/abc", "/shop/files/a/b/c", "/shop/nothing"})
    public String path;

    private SproutContext application;
    private RequestDispatcher dispatcher;
    private HttpRequest request;

    @Setup
    public void start() throws IOException {
        application = SproutApplication.of(Shop.class, "--server.port=0", "--management.server.port=0")
                .start();
        dispatcher = application.beans().get(RequestDispatcher.class);
        request = new Target(path);
    }

    @TearDown
    public void stop() {
        application.close();
    }

    @Benchmark
    public boolean find() {
        return dispatcher.mayBlock(request);
    }

    /** A request of which only method and path are used. */
    private record Target(String rawPath) implements HttpRequest {
        @Override
        public String method() {
            return "GET";
        }

        @Override
        public String rawTarget() {
            return rawPath;
        }

        @Override
        public String path() {
            return rawPath;
        }

        @Override
        public String authority() {
            return "localhost";
        }

        @Override
        public boolean secure() {
            return false;
        }

        @Override
        public @Nullable String query() {
            return null;
        }

        @Override
        public @Nullable String queryParameter(String name) {
            return null;
        }

        @Override
        public List<String> queryParameters(String name) {
            return List.of();
        }

        @Override
        public HttpVersion version() {
            return HttpVersion.HTTP_1_1;
        }

        @Override
        public HttpHeaders headers() {
            return HttpHeaders.of();
        }

        @Override
        public byte[] body() {
            return new byte[0];
        }

        @Override
        public InputStream bodyStream() {
            return InputStream.nullInputStream();
        }

        @Override
        public HttpHeaders trailers() {
            return HttpHeaders.of();
        }

        @Override
        public InetSocketAddress remoteAddress() {
            return new InetSocketAddress(0);
        }

        @Override
        public @Nullable Object attribute(String name) {
            return null;
        }

        @Override
        public void attribute(String name, @Nullable Object value) {
            throw new UnsupportedOperationException();
        }
    }
}
