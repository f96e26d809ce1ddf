package comparison.harness.probe;

import comparison.harness.Fault;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Fetches a variant's metrics page in a separate thread, at fixed intervals until it is closed, and whenever
 * {@link #now} is called. Records failed requests like successful ones. Used by one thread.
 */
public final class Scraping implements AutoCloseable {

    /** A common interval in production with Prometheus. */
    public static final Duration PERIOD = Duration.ofSeconds(15);

    /** For a whole page. The default of Prometheus ({@code scrape_timeout}). */
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("scraping").factory());
    private final List<Scrape> scrapes = new CopyOnWriteArrayList<>();
    private final HttpRequest request;
    private final @Nullable Path file;

    private Scraping(URI page, @Nullable Path file) {
        this.request = HttpRequest.newBuilder(page).build();
        this.file = file;
    }

    /** Prepares to scrape a page; nothing is written to a file. */
    public static Scraping of(URI page) {
        return new Scraping(page, null);
    }

    /**
     * Starts scraping as in production, at the same times after each start: at multiples of {@link #PERIOD} after the variant's start. Times that have passed are skipped, as
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
        Scraping scraping = new Scraping(management.resolve("/actuator/prometheus"), file);
        scraping.every(first, period);
        return scraping;
    }

    /** Starts scraping at fixed intervals. */
    public void every(Duration first, Duration period) {
        var _ = clock.scheduleAtFixedRate(this::scrape, first.toNanos(), period.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Returns what was fetched so far, in order. */
    public List<Scrape> scrapes() {
        return List.copyOf(scrapes);
    }

    static Duration untilNext(Duration sinceStart) {
        return PERIOD.minusNanos(sinceStart.toNanos() % PERIOD.toNanos());
    }

    /** Fetches the page once more. Returns after the page has arrived or the attempt has failed. */
    public Scrape now() {
        try {
            return clock.submit(this::scrape).get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Fault.broken("The run was interrupted.", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    private Scrape scrape() {
        long at = Ticks.millis();
        long begin = System.nanoTime();
        int status = 0;
        int bytes = 0;
        CompletableFuture<HttpResponse<byte[]>> page =
                client.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray());
        try {
            // The time limit of a request covers only the wait for its headers, this one the whole page.
            HttpResponse<byte[]> answer = page.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            status = answer.statusCode();
            bytes = answer.body().length;
        } catch (ExecutionException | TimeoutException silent) {
            // Recorded as status 0.
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        } finally {
            page.cancel(true);
        }
        // A request that the end of the measurement interrupts is not a failure of the variant.
        Scrape scrape = new Scrape(at, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin), status, bytes);
        if (!clock.isShutdown()) {
            scrapes.add(scrape);
        }
        return scrape;
    }

    /** Cancels a running request and writes the file, if there is one. */
    @Override
    public void close() {
        clock.shutdownNow();
        client.shutdownNow();
        clock.close();
        if (file != null) {
            Scrape.SERIES.write(file, scrapes);
        }
    }
}
