package comparison.lab.observe;

import comparison.harness.Fault;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Fetches a metrics page once, or at fixed intervals until it is closed. Failed requests are not counted. */
final class Scraper implements AutoCloseable {

    private static final long MILLIS = 111;
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private final HttpRequest request;
    private final AtomicInteger looks = new AtomicInteger();

    Scraper(URI page) {
        request = HttpRequest.newBuilder(page).timeout(LIMIT).build();
    }

    /** Starts fetching the page, immediately and then every 111 ms. */
    void begin() {
        var _ = clock.scheduleAtFixedRate(this::look, 0, MILLIS, TimeUnit.MILLISECONDS);
    }

    private void look() {
        try {
            page();
            looks.incrementAndGet();
        } catch (IOException e) {
            // Not counted: the number of fetched pages shows it.
        }
    }

    /** Returns how often the page was fetched since {@link #begin}. */
    int looks() {
        return looks.get();
    }

    /**
     * Fetches the page and returns its size in bytes.
     *
     * @throws Fault of kind MISSING if the page cannot be fetched
     */
    int bytes() {
        try {
            return page();
        } catch (IOException e) {
            throw Fault.missing(
                    "There is no page of metrics at %s (%s). Let the variant serve it on MANAGEMENT_SERVER_PORT."
                            .formatted(request.uri(), e.getMessage()));
        }
    }

    private int page() throws IOException {
        try {
            HttpResponse<byte[]> response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
            if (response.statusCode() != 200) {
                throw new IOException("HTTP status " + response.statusCode());
            }
            return response.body().length;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
        client.shutdownNow();
    }
}
