package comparison.harness.probe;

import comparison.harness.Fault;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Fetches a variant's metrics page as in production: in a separate thread, at the same times after each start, until it
 * is closed, and whenever {@link #now} is called. Records failed requests like successful ones. Used by one thread.
 */
public final class Scraping implements AutoCloseable {

    /** A common interval in production with Prometheus. */
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
     * Starts scraping at multiples of {@link #PERIOD} after the variant's start. Times that have passed are skipped, as
     * Prometheus does.
     *
     * @param management base address of the management endpoints
     * @param sinceStart time from the start of the variant until now
     * @param file that is written by {@link #close}
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

    /** Fetches the page once more. Returns after the page has arrived or the attempt has failed. */
    public void now() {
        try {
            clock.submit(this::scrape).get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Fault.broken("The run was interrupted.", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
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
            // Recorded as status 0.
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
        // A request that the end of the measurement interrupts is not a failure of the variant.
        if (!clock.isShutdown()) {
            scrapes.add(new Scrape(at, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin), status, bytes));
        }
    }

    /** Cancels a running request and writes the file. */
    @Override
    public void close() {
        clock.shutdownNow();
        client.shutdownNow();
        clock.close();
        Scrape.SERIES.write(file, scrapes);
    }
}
