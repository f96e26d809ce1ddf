package comparison.harness.probe;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Observes a variant as it would be in production: fetches its metrics page at the same times after each start, in a thread of its own, until
 * it is closed. A look that fails is written down like the others. Used by one thread.
 */
public final class Scraping implements AutoCloseable {

    /** How often: the pace that many set up for Prometheus. */
    public static final Duration PERIOD = Duration.ofSeconds(15);

    /** The default of Prometheus ({@code scrape_timeout}). */
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("scraping").factory());
    private final List<Scrape> scrapes = new ArrayList<>();
    private final HttpRequest request;
    private final Path file;

    private Scraping(URI management, Path file) {
        this.request = HttpRequest.newBuilder(management.resolve("/actuator/prometheus"))
                .timeout(LIMIT)
                .build();
        this.file = file;
    }

    /**
     * Begins; the looks are at multiples of {@link #PERIOD} after the start. Those before now are missed, as they would be by Prometheus.
     *
     * @param management where the actuator endpoints are
     * @param sinceStart time from the start of the variant until now
     * @param file into which the looks are written when this is closed
     */
    public static Scraping begin(URI management, Duration sinceStart, Path file) {
        return begin(management, untilNext(sinceStart), PERIOD, file);
    }

    static Scraping begin(URI management, Duration first, Duration period, Path file) {
        Scraping scraping = new Scraping(management, file);
        var _ = scraping.clock.scheduleAtFixedRate(
                scraping::scrape, first.toNanos(), period.toNanos(), TimeUnit.NANOSECONDS);
        return scraping;
    }

    static Duration untilNext(Duration sinceStart) {
        return PERIOD.minusNanos(sinceStart.toNanos() % PERIOD.toNanos());
    }

    private void scrape() {
        long at = Ticks.millis();
        long begin = System.nanoTime();
        int status = 0;
        int bytes = 0;
        try {
            HttpResponse<byte[]> answer = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
            status = answer.statusCode();
            bytes = answer.body().length;
        } catch (IOException silent) {
            // Its status says so.
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
        // A look that is cut off by the end of the measurement failed for no fault of the variant.
        if (!clock.isShutdown()) {
            scrapes.add(new Scrape(at, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin), status, bytes));
        }
    }

    /** Ends a look that is under way, and writes the file. */
    @Override
    public void close() {
        clock.shutdownNow();
        client.shutdownNow();
        clock.close();
        Scrape.SERIES.write(file, scrapes);
    }
}
