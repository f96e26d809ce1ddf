package comparison.harness.probe;

/**
 * One request of a variant's metrics page; a line of {@code scrapes.csv}.
 *
 * @param atMillis its beginning, in ms since the epoch
 * @param millis until the page had arrived, or the request had failed
 * @param status of HTTP; 0 without an answer
 * @param bytes of the page
 */
public record Scrape(long atMillis, long millis, long status, long bytes) {

    /** Format of its raw file. */
    public static final Series<Scrape> SERIES = new Series<>(Scrape.class);

    private static final long OK = 200;

    /** Returns whether the status was 200. */
    public boolean answered() {
        return status == OK;
    }
}
