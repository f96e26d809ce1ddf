package comparison.experiments;

import comparison.experiments.Experiment.Buffer;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;
import sprout.beans.BeanContext;
import sprout.beans.ContextInitializer;
import sprout.beans.annotation.Component;
import sprout.beans.annotation.ConditionalOnProperty;

/**
 * Writes a metrics page periodically, each time into a new buffer. A thread of the server replaces the scraper, so that
 * every load includes the scrapes and the server pays for them. Thread-safe.
 */
@Component
@ConditionalOnProperty("experiment.page")
final class ScrapedPage implements ContextInitializer, AutoCloseable {

    private static final int UNSIZED_BYTES = 16;
    private static final int SPARE_BYTES = 1024;

    /** Approximate bytes of a series on the page: its count, its sum and its maximum, one line each. */
    private static final int SERIES_BYTES = 290;

    private final PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Thread scraper = Thread.ofPlatform().name("scraper").daemon().unstarted(this::scrape);
    private final Experiment experiment;
    private volatile int lastBytes = 16 * 1024;

    ScrapedPage(Experiment experiment) {
        this.experiment = experiment;
        for (int i = 0; i < experiment.pageSize().bytes() / SERIES_BYTES; i++) {
            count("GET", "/db/employee/find-by-name?firstName=" + i, 1);
        }
    }

    @Override
    public void initializeAfterRefresh(BeanContext context) {
        scraper.start();
    }

    private void scrape() {
        try {
            while (true) {
                Thread.sleep(experiment.scrapeEvery());
                write();
            }
        } catch (InterruptedException closed) {
            // the end of the application
        }
    }

    void count(String method, String uri, long nanos) {
        Timer.builder("experiment.requests")
                .tag("method", method)
                .tag("uri", uri)
                .register(meters)
                .record(nanos, TimeUnit.NANOSECONDS);
    }

    /** Writes the page, in UTF-8. */
    byte[] write() {
        return (experiment.page() == Buffer.UNSIZED ? unsized() : sized()).toByteArray();
    }

    private ByteArrayOutputStream unsized() {
        return into(new ByteArrayOutputStream(UNSIZED_BYTES));
    }

    private ByteArrayOutputStream sized() {
        ByteArrayOutputStream page = into(new ByteArrayOutputStream(lastBytes));
        lastBytes = page.size() + SPARE_BYTES;
        return page;
    }

    private ByteArrayOutputStream into(ByteArrayOutputStream page) {
        try {
            meters.scrape(page);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return page;
    }

    @Override
    public void close() {
        scraper.interrupt();
    }
}
