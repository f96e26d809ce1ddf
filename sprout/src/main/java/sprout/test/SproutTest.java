package sprout.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import sprout.SproutApplication;
import sprout.SproutContext;

/**
 * Runs an application inside a test, in the same process, on free ports and with real sockets. Thread-safe.
 *
 * <pre>{@code
 * @AutoClose
 * static final SproutTest APP = SproutTest.of(Application.class)
 *         .with("greeting", "Hi")
 *         .override(People.class, new PeopleInMemory())
 *         .start();
 * }</pre>
 */
public final class SproutTest implements AutoCloseable {
    private final SproutContext context;
    private final HttpClient client = HttpClient.newHttpClient();

    private SproutTest(SproutContext context) {
        this.context = context;
    }

    /** Creates a builder for the application of a main class. */
    public static Builder of(Class<?> main) {
        return new Builder(main);
    }

    /** The running application. */
    public SproutContext context() {
        return context;
    }

    /**
     * The bean of a type.
     *
     * @throws sprout.beans.BeanException if none or several fit
     */
    public <T> T bean(Class<T> type) {
        return context.beans().get(type);
    }

    /** The http address of a path, which begins with a slash. */
    public URI uri(String path) {
        return URI.create("http://localhost:" + context.port() + path);
    }

    /**
     * Sends a GET request and waits for the response.
     *
     * @throws UncheckedIOException if no response arrives
     */
    public HttpResponse<String> get(String path) {
        return send(HttpRequest.newBuilder(uri(path)));
    }

    /**
     * Sends a POST request with a JSON body and waits for the response.
     *
     * @throws UncheckedIOException if no response arrives
     */
    public HttpResponse<String> post(String path, String json) {
        return send(HttpRequest.newBuilder(uri(path))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(json)));
    }

    /**
     * Sends a request and waits for the response.
     *
     * @throws UncheckedIOException if no response arrives
     * @throws IllegalStateException if the thread was interrupted
     */
    public HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return client.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for an answer", e);
        }
    }

    /**
     * Stops the application as SIGTERM would, which answers the running requests of this test. The client waits for
     * its requests, so it is closed last: a stream of events ends only when the server stops.
     */
    @Override
    public void close() {
        context.close();
        client.close();
    }

    /** Configures how the test differs from the application. */
    public static final class Builder {
        private final Class<?> main;
        private final List<String> arguments =
                new ArrayList<>(List.of("--server.port=0", "--management.server.port=0"));
        private final List<UnaryOperator<SproutApplication>> overrides = new ArrayList<>();

        private Builder(Class<?> main) {
            this.main = main;
        }

        /** Sets a key, which overrides file, environment and system property. */
        public Builder with(String key, String value) {
            arguments.add("--" + key + "=" + value);
            return this;
        }

        /** Replaces every bean of this type by an object. */
        public <T> Builder override(Class<T> type, T bean) {
            overrides.add(application -> application.override(type, bean));
            return this;
        }

        /**
         * Starts the application and returns when it accepts requests.
         *
         * @throws UncheckedIOException if a port cannot be opened
         */
        public SproutTest start() {
            SproutApplication application = SproutApplication.of(main, arguments.toArray(String[]::new));
            for (UnaryOperator<SproutApplication> override : overrides) {
                application = override.apply(application);
            }
            try {
                return new SproutTest(application.start());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
