package comparison.lab.observe;

import comparison.harness.Fault;
import comparison.harness.probe.Scrape;
import comparison.harness.probe.Scraping;
import java.net.URI;
import java.time.Duration;

/** Fetches a metrics page once, or at fixed intervals until it is closed. Failed requests are not counted. */
final class Scraper implements AutoCloseable {

    private static final Duration PERIOD = Duration.ofMillis(111);

    private final URI page;
    private final Scraping scraping;
    private int before;

    Scraper(URI page) {
        this.page = page;
        this.scraping = Scraping.of(page);
    }

    /** Starts fetching the page, immediately and then every 111 ms. */
    void begin() {
        before = scraping.scrapes().size();
        scraping.every(Duration.ZERO, PERIOD);
    }

    /** Returns how often the page was fetched since {@link #begin}. */
    int looks() {
        return (int) scraping.scrapes().stream()
                .skip(before)
                .filter(Scrape::answered)
                .count();
    }

    /**
     * Fetches the page and returns its size in bytes.
     *
     * @throws Fault of kind MISSING if the page cannot be fetched
     */
    int bytes() {
        Scrape scrape = scraping.now();
        if (!scrape.answered()) {
            throw Fault.missing(
                    "There is no metrics page at %s (%s). Let the variant serve it on MANAGEMENT_SERVER_PORT."
                            .formatted(page, scrape.status() == 0 ? "no answer" : "HTTP status " + scrape.status()));
        }
        return Math.toIntExact(scrape.bytes());
    }

    @Override
    public void close() {
        scraping.close();
    }
}
